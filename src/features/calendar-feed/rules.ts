/** The years whose holidays are known, the first and the last (reference 7.11). */
export const holidayYears = { first: 2020, last: 2099 } as const;
