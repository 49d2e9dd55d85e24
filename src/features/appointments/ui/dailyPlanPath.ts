/** Returns the path and query of the daily plan with an appointment's tile open. Date `yyyy-mm-dd`. */
export function dailyPlanPath({ id, date }: { id: number; date: string }): string {
  return `/daily-plan?von=${date}&bis=${date}&termin=${id}`;
}
