/** The address of the daily plan on which an appointment's tile is open. Date `yyyy-mm-dd`. */
export function planAddress({ id, date }: { id: number; date: string }): string {
  return `/daily-plan?von=${date}&bis=${date}&termin=${id}`;
}
