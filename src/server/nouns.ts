import { served as accounts } from '../accounts/server.ts';
import { served as appointments } from '../appointments/server.ts';
import { served as audit } from '../audit/server.ts';
import { served as booking } from '../booking/server.ts';
import { served as calendar } from '../calendar/server.ts';
import { served as coaches } from '../coaches/server.ts';
import { served as corrections } from '../corrections/server.ts';
import { served as dashboard } from '../dashboard/server.ts';
import { served as files } from '../files/server.ts';
import { served as mail } from '../mail/server.ts';
import { served as participants } from '../participants/server.ts';
import { served as portal } from '../portal/server.ts';
import { served as ratings } from '../ratings/server.ts';
import { served as secondFactor } from '../second-factor/server.ts';
import { served as sessions } from '../sessions/server.ts';
import type { Served } from './handler.ts';

/** Every call of the product with its handler. */
export const allServed: Served[] = [
  ...accounts,
  ...sessions,
  ...secondFactor,
  ...portal,
  ...booking,
  ...corrections,
  ...files,
  ...appointments,
  ...dashboard,
  ...coaches,
  ...calendar,
  ...mail,
  ...participants,
  ...ratings,
  ...audit,
];
