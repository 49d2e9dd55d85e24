import * as z from 'zod/mini';
import { call, id, nothing, option, text } from '../shared/call.ts';

export const getCoachList = call({
  path: 'coach/getCoachList',
  summary: 'Active coaches in German order, for pickers.',
  may: ['coach', 'speedCoach', 'admin'],
  input: nothing,
  output: z.object({ data: z.array(option) }),
});

export const getCoachId = call({
  path: 'public/getCoachId',
  summary: 'The id of an active coach by name (`vorname-nachname`), or null.',
  may: 'everyone',
  input: z.object({ name: text(201) }),
  output: z.object({ data: z.nullable(z.object({ id })) }),
});
