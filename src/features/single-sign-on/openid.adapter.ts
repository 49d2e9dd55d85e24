import type { Configuration, ServerMetadata } from 'openid-client';
import { codeOf } from '../../platform/database/db.ts';
import type { SingleSignOn } from '../../platform/settings/single-sign-on.ts';
import { verifiedEmailOf, type AccountClaims } from './rules.ts';

/** How long the identity provider may take to answer each request, in seconds. */
const answerSeconds = 5;

/** How long its description of itself is used, in milliseconds. Its keys are asked for at each sign-in. */
const descriptionAge = 15 * 60_000;

/** The maximum length of the id of an account, which the standard sets. */
const maxSubjectLength = 255;

/** The secrets of one attempt to sign in. They are not stored anywhere in the clear. */
export interface AttemptSecrets {
  state: string;
  nonce: string;
  /** The verifier of PKCE. */
  verifier: string;
}

/** An account at the identity provider whose owner has just signed in there. */
export interface Account {
  issuer: string;
  subject: string;
  /** Returns the e-mail address if the identity provider has verified it, else null; may ask the identity provider. */
  loadVerifiedEmail: () => Promise<string | null>;
}

/** The identity provider, for one process. Every function throws if it does not answer or its answer is wrong. */
export interface IdentityProvider {
  /** Returns the address to which the browser goes to sign in. */
  getSignInAddress: (secrets: AttemptSecrets) => Promise<URL>;
  /** Returns the account, given the query with which the browser has come back. Checks signature, issuer and all else. */
  loadAccount: (query: URLSearchParams, secrets: AttemptSecrets) => Promise<Account>;
}

// The library brings much cryptography, so a process loads it only when it needs it.
const loadLibrary = () => import('./library.adapter.ts');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** The address to which the identity provider sends browsers back. */
export const callbackAddress = (publicUrl: string) => `${publicUrl}/api/sso/callback`;

/** Asks the identity provider to describe itself; throws if it does not answer, or describes another one. */
async function discoverIssuer({ issuer, clientId }: SingleSignOn): Promise<ServerMetadata> {
  const { discovery, allowInsecureRequests } = await loadLibrary();
  const configuration = await discovery(new URL(issuer), clientId, undefined, undefined, {
    timeout: answerSeconds,
    ...(isPlaintext(issuer) ? { execute: [allowInsecureRequests] } : {}),
  });
  return configuration.serverMetadata();
}

/**
 * Asks the identity provider whether the portal can use it. Returns null if so, otherwise what is wrong, as the end of
 * a sentence about it.
 */
export async function findIssuerProblem(singleSignOn: SingleSignOn): Promise<string | null> {
  try {
    const description = await discoverIssuer(singleSignOn);
    if (!description.authorization_endpoint || !description.token_endpoint) return 'names no addresses for signing in';
    // A provider that says nothing may still know it.
    const methods = description.code_challenge_methods_supported;
    if (methods && !methods.includes('S256')) return 'does not know PKCE with S256';
    const keys = await fetch(description.jwks_uri ?? '', { signal: AbortSignal.timeout(answerSeconds * 1000) });
    return keys.ok ? null : `answers ${keys.status} when asked for its keys`;
  } catch (error) {
    return `does not answer, or as another one (${reasonOf(error)})`;
  }
}

/** Returns the code of an error, or of its cause, or its name. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const innerCause = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return codeOf(innerCause) || codeOf(cause) || codeOf(error) || (error instanceof Error ? error.name : 'unknown');
}

// The settings allow http for this machine only.
const isPlaintext = (issuer: string) => new URL(issuer).protocol === 'http:';

/** Opens the identity provider of the settings, without asking it anything yet. */
export function openIdentityProvider(singleSignOn: SingleSignOn, publicUrl: string): IdentityProvider {
  let known: { description: ServerMetadata; at: number } | null = null;
  const loadDescription = async () => {
    if (known && performance.now() - known.at < descriptionAge) return known.description;
    known = { description: await discoverIssuer(singleSignOn), at: performance.now() };
    return known.description;
  };
  return {
    async getSignInAddress({ state, nonce, verifier }) {
      const library = await loadLibrary();
      const configuration = configure(library, singleSignOn, await loadDescription());
      return library.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackAddress(publicUrl),
        scope: 'openid email',
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
    },

    async loadAccount(query, secrets) {
      const library = await loadLibrary();
      const description = await loadDescription();
      const address = new URL(`${callbackAddress(publicUrl)}?${query.toString()}`);
      const exchange = (place: SecretPlace) =>
        exchangeCode(library, configure(library, singleSignOn, description, place), address, secrets);
      const [place = 'client_secret_basic', otherPlace] = secretPlacesOf(description);
      try {
        return await exchange(place).catch((error: unknown) => {
          if (!otherPlace || !isSecretRefused(error)) throw error;
          return exchange(otherPlace);
        });
      } catch (error) {
        // It may have changed its addresses.
        known = null;
        throw error;
      }
    },
  };
}

/** The ways to send the secret of the portal to the identity provider. */
type SecretPlace = 'client_secret_post' | 'client_secret_basic';

/**
 * Returns the ways that the identity provider understands, the preferred one first. In the body, no character of the
 * secret can be misunderstood. A provider that says nothing wants it in the header, as the standard says.
 */
function secretPlacesOf({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): SecretPlace[] {
  const places = (['client_secret_post', 'client_secret_basic'] as const).filter((place) => methods?.includes(place));
  return places.length > 0 ? places : ['client_secret_basic'];
}

/**
 * Returns the configuration for one sign-in. A new one knows no keys of the identity provider yet, so that each sign-in
 * asks for the current ones.
 */
function configure(
  library: Library,
  { issuer, clientId, clientSecret }: SingleSignOn,
  description: ServerMetadata,
  place: SecretPlace = 'client_secret_basic',
): Configuration {
  const authenticate = place === 'client_secret_post' ? library.ClientSecretPost : library.ClientSecretBasic;
  const configuration = new library.Configuration(description, clientId, clientSecret, authenticate(clientSecret));
  configuration.timeout = answerSeconds;
  if (isPlaintext(issuer)) library.allowInsecureRequests(configuration);
  // Without this the library trusts the connection, and does not look at the signature of the ID token.
  library.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Whether the identity provider has refused the portal's secret, perhaps only the way in which it was sent. */
const isSecretRefused = (error: unknown) =>
  error instanceof Error && 'error' in error && error.error === 'invalid_client';

async function exchangeCode(
  { authorizationCodeGrant, fetchUserInfo }: Library,
  configuration: Configuration,
  address: URL,
  { state, nonce, verifier }: AttemptSecrets,
): Promise<Account> {
  const tokens = await authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || claims.sub === '' || claims.sub.length > maxSubjectLength) throw new Error('No usable account.');
  const { iss: issuer, sub: subject } = claims;
  return {
    issuer,
    subject,
    async loadVerifiedEmail() {
      const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined;
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      if (isComplete || !hasMore) return verifiedEmailOf(claims as AccountClaims);
      return verifiedEmailOf((await fetchUserInfo(configuration, tokens.access_token, subject)) as AccountClaims);
    },
  };
}
