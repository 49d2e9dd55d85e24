/** The address of an appointment's tile in the plan of its day, where it is open. Date `yyyy-mm-dd`. */
export function planAddress({ id, date }: { id: number; date: string }): string {
  return `/daily-plan?von=${date}&bis=${date}&termin=${id}`;
}
