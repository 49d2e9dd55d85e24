import type { environmentSchema } from './environment.ts';
import type * as z from 'zod/mini';
import { SettingsError } from './settings-error.ts';

/** The identity provider with which staff sign in (OpenID Connect, reference 3.18). */
export interface SingleSignOn {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name of the sign-in on its button: 'Mit {label} anmelden'. */
  label: string;
  /** Whether staff sign in only with it: no passwords, no passkeys, no forgotten passwords. */
  isOnlyWay: boolean;
  /** The e-mail address in lower case of the one person to whom `isOnlyWay` does not apply. */
  exceptedEmail: string | undefined;
}

type Values = z.output<typeof environmentSchema>;

const settingNames = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_LABEL', 'OIDC_ONLY', 'OIDC_ADMIN'] as const;

/** Returns the settings of single sign-on; null if there is none. Throws SettingsError if some of them are missing. */
export function readSingleSignOn(values: Values): SingleSignOn | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined) {
    const lonelyName = settingNames.find((name) => values[name]);
    if (lonelyName) throw new SettingsError(`The setting ${lonelyName} needs OIDC_ISSUER as well.`);
    return null;
  }
  if (clientId === undefined) throw new SettingsError('The setting OIDC_ISSUER needs OIDC_CLIENT_ID as well.');
  if (clientSecret === undefined) throw new SettingsError('The setting OIDC_ISSUER needs OIDC_CLIENT_SECRET as well.');
  return {
    issuer,
    clientId,
    clientSecret,
    label: values.OIDC_LABEL ?? 'Firmenkonto',
    isOnlyWay: values.OIDC_ONLY ?? false,
    exceptedEmail: values.OIDC_ADMIN?.toLowerCase(),
  };
}
