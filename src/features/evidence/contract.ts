import * as z from 'zod/mini';
import { call, date, download, id, emptyObject } from '../../shared/call.ts';
import { rangeErrors } from '../../shared/date-range.ts';

/** The limits of one file (reference 15.1): the number of days, including the first and the last, and of rows. */
export const evidenceLimits = { days: 366, rows: { xlsx: 20_000, pdf: 2000 } } as const;

const nothingToProve = 'Es gibt noch kein Einzelcoaching, das stattgefunden hat.';

export const getAttendanceProof = call({
  path: 'participant/getAttendanceProof',
  summary: 'Returns the caller’s attended Einzelcoachings as a tagged PDF: days, times, minutes, units and their sums.',
  may: ['participant', 'admin'],
  rateLimit: 'downloads',
  responseType: 'file',
  input: emptyObject,
  output: download,
  refusals: { nothingToProve },
});

export const getParticipantAttendanceProof = call({
  path: 'admin/getAttendanceProof',
  summary: 'Returns a participant’s attended Einzelcoachings as a tagged PDF, like participant/getAttendanceProof.',
  may: ['admin'],
  rateLimit: 'downloads',
  responseType: 'file',
  input: z.object({ participantId: id }),
  output: download,
  refusals: { nothingToProve },
});

export const exportEvidence = call({
  path: 'admin/exportEvidence',
  summary:
    'Returns evidence for funders as a spreadsheet (xlsx) or, with `format` pdf, as a tagged PDF: the booked, missed ' +
    'and cancelled appointments that start in a range of days, of one coach or of all coaches, and sums.',
  may: ['admin'],
  scope: 'figures',
  responseType: 'file',
  input: z.object({
    fromDate: date,
    tillDate: date,
    coachId: z.nullable(id),
    /** 'xlsx' by default. */
    format: z.optional(z.enum(['xlsx', 'pdf'])),
  }),
  output: download,
  rules: rangeErrors,
  refusals: {
    rangeTooLong: 'Der Zeitraum darf höchstens 366 Tage lang sein.',
    tooMany: 'Eine Datei fasst höchstens 20.000 Termine. Bitte wähle einen kürzeren Zeitraum.',
    tooManyForPdf: 'Ein PDF fasst höchstens 2.000 Termine. Bitte wähle einen kürzeren Zeitraum oder Excel.',
  },
});
