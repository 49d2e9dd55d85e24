import { openCertifiedIssuer } from './certified-issuer.ts';
import { openIssuer, singleSignOnEnv, type IssuerAccount } from './issuer.ts';
import { openSsoBrowser } from './single-sign-on.ts';
import { openWorld } from './world.ts';

/** What every identity provider of the tests has. */
interface AnyIssuer {
  address: string;
  /** The account of the person who signs in next. */
  account: IssuerAccount;
  stop: () => Promise<void>;
}

/** The identity providers of the tests: one that can make mistakes, and a certified one. */
export const issuerMakes = [
  ['the issuer of the tests', openIssuer],
  ['oidc-provider', openCertifiedIssuer],
] as const;

/** Opens a portal with single sign-on at an identity provider of its own. */
export async function openSsoPortal<I extends AnyIssuer>(
  openProvider: (account: IssuerAccount) => Promise<I>,
  { env = {}, ...options }: NonNullable<Parameters<typeof openWorld>[0]> = {},
) {
  const issuer = await openProvider({ sub: 'niemand' });
  const world = await openWorld({ ...options, env: { ...singleSignOnEnv(issuer.address), ...env } });
  let lastNumber = 0;
  const openBrowser = () => openSsoBrowser(world.address);
  return {
    issuer,
    world,
    openBrowser,
    /** Signs in completely in a new browser; returns the code of the refusal, or 'in'. */
    signIn: () => openBrowser().signIn(),
    /** Adds a coach with an account at the identity provider, which signs in next. */
    async addCoachWithAccount() {
      const number = ++lastNumber;
      const email = `coach${number}@firma.example`;
      const coach = await world.addCoach({ email });
      issuer.account = { sub: `konto-${number}`, email, email_verified: true };
      return { coach, email, account: issuer.account };
    },
    /** Returns the account to which a person is bound. */
    findIdentity: (person: number) =>
      world.db.selectFrom('bound_identity').selectAll().where('person_id', '=', person).executeTakeFirst(),
    /** Returns the kinds of the mails to a person, oldest first. */
    async mailKindsTo(person: number) {
      const mails = world.db.selectFrom('mail').select('kind').where('person_id', '=', person);
      return (await mails.orderBy('created_at').orderBy('id').execute()).map(({ kind }) => kind);
    },
    async close() {
      await world.close();
      await issuer.stop();
    },
  };
}

/** A portal with single sign-on at an identity provider that makes the mistakes that a test wants. */
export type SsoPortal = Awaited<ReturnType<typeof openSsoPortal<Awaited<ReturnType<typeof openIssuer>>>>>;

/** A portal with single sign-on at either identity provider. */
export type AnySsoPortal = Awaited<ReturnType<typeof openSsoPortal<AnyIssuer>>>;
