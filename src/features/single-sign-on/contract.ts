import * as z from 'zod/mini';
import { call, emptyObject, id } from '../../shared/call.ts';
import { user } from '../../shared/user.ts';
import { faultMessages } from './rules.ts';

export const ssoLogin = call({
  path: 'authentication/ssoLogin',
  summary:
    'Signs in with the code that `/api/sso/callback` has put into the address, and answers as `login` does. It counts ' +
    'as second factor. The code works once, for a minute, in the browser that began.',
  may: 'everyone',
  input: z.object({ code: z.string().check(z.maxLength(200)) }),
  output: z.object({ data: user }),
  refusals: { ssoFailed: faultMessages.failed },
});

export const unbindIdentity = call({
  path: 'admin/unbindIdentity',
  summary:
    'Unbinds a person from their account at the identity provider, ends their sessions and notifies them by mail; also ' +
    'succeeds if nobody is bound. The next sign-in binds the account that has the person’s e-mail address.',
  may: ['admin'],
  input: z.object({ userId: id }),
  output: emptyObject,
});
