/** The first and the last year whose holidays are known (reference 7.11). */
export const holidayYears = { first: 2020, last: 2099 } as const;
