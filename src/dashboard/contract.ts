import * as z from 'zod/mini';
import { call, nothing } from '../shared/call.ts';

const pixels = z.int().check(z.minimum(0), z.maximum(100_000));

export const tracking = call({
  path: 'analytics/tracking',
  summary: 'Counts what a visitor’s browser is like, once at its start; no row per visitor is kept.',
  may: 'everyone',
  input: z.object({
    userAgent: z.string().check(z.maxLength(1000)),
    userLanguage: z.string().check(z.maxLength(100)),
    screenWidth: pixels,
    screenHeight: pixels,
    viewportWidth: pixels,
    viewportHeight: pixels,
  }),
  output: nothing,
});
