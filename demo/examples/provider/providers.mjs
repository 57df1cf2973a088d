// A provider plug-in that talks to a provider's HTTP API. Start a sandbox with it:
//
//   npx tax-connect dev --providers provider/providers.mjs
import process from 'node:process';
import { createOidcProvider, defineProviders } from 'tax-connect/providers';
import { readReturnsAt } from './records.mjs';

const baseUrl = process.env.TAX_PROVIDER_URL || 'http://127.0.0.1:4410';

/** The texts for users by language. The provider's API returns no texts. */
const texts = {
  en: {
    choice: 'Cedar Tax sends you a code. Where to?',
    code: 'Enter the code that Cedar Tax has sent you.',
    question: 'What was the name of your first house?',
    push: 'Approve this sign-in in the Cedar Tax app.',
  },
  de: {
    choice: 'Cedar Tax schickt Ihnen einen Code. Wohin?',
    code: 'Geben Sie den Code ein, den Cedar Tax Ihnen geschickt hat.',
    question: 'Wie hieß Ihr erstes Haus?',
    push: 'Bestätigen Sie diese Anmeldung in der App von Cedar Tax.',
  },
};

/** Sends a request to the provider. If this throws, the service logs the error, and asks the user to try again. */
async function call(path, init, { signal }) {
  const response = await fetch(new URL(path, baseUrl), {
    ...init,
    // Without this limit, the service would wait 20 s, which is too long for a user.
    signal: limitTime(signal, 10_000),
    headers: { 'Content-Type': 'application/json' },
  });
  if (response.status === 401) return { refused: true };
  if (response.status === 423) return { locked: true };
  // Ending a grant that has already ended is not an error.
  const isGone = response.status === 404 && init.method === 'DELETE';
  if (!response.ok && !isGone) throw new Error(`The provider answered ${response.status}.`);
  return response.status === 200 ? await response.json() : {};
}

/**
 * Joins a signal with a time limit. `AbortSignal.any` is not used, because Node 20 and 22 may collect a timer behind it
 * as garbage before the timer fires.
 */
function limitTime(signal, ms) {
  const limited = new AbortController();
  setTimeout(() => limited.abort(new Error(`No answer within ${ms} ms.`)), ms).unref();
  signal.addEventListener('abort', () => limited.abort(signal.reason), { once: true });
  return limited.signal;
}

/** @returns the outcome that Connect expects, for a response of the provider */
function toOutcome(answer, { locale }) {
  if (answer.refused) return { status: 'refused' };
  if (answer.locked) return { status: 'locked', retryAfterSeconds: 600 };
  if (answer.taxpayer) {
    const { id, email } = answer.taxpayer;
    return { status: 'accepted', subject: id, label: email, grant: answer.grant };
  }
  const { session, factor, devices } = answer;
  const said = texts[locale.slice(0, 2)] ?? texts.en;
  return {
    status: 'challenge',
    kind: factor,
    prompt: said[factor],
    options: factor === 'choice' ? devices : undefined,
    canResend: factor === 'code',
    state: { session },
  };
}

/** Creates a provider whose users sign in on the provider's own site. Returns none if OIDC_ISSUER is not set. */
function createOrchardTax({ OIDC_ISSUER, OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET = '' }) {
  if (!OIDC_ISSUER) return [];
  return [
    createOidcProvider({
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      info: { id: 'orchard-tax', name: 'Orchard Tax', domain: 'orchard-tax.example' },
    }),
  ];
}

const post = (path, body, context) =>
  call(path, { method: 'POST', body: JSON.stringify(body) }, context);

export default defineProviders([
  {
    info: {
      id: 'cedar-tax',
      name: 'Cedar Tax',
      domain: 'cedar-tax.example',
      aliases: ['cedar'],
      popular: true,
      shares: ['identity', 'returns'],
    },
    fields: [
      {
        name: 'email',
        label: { en: 'E-mail address', de: 'E-Mail-Adresse', es: 'Correo electrónico' },
        type: 'email',
        autocomplete: 'username',
      },
      {
        name: 'password',
        label: { en: 'Password', de: 'Passwort', es: 'Contraseña' },
        type: 'password',
        autocomplete: 'current-password',
      },
    ],
    async begin(fields, context) {
      return toOutcome(await post('/sessions', fields, context), context);
    },
    async answer({ answer, state }, context) {
      const path = `/sessions/${state.session}/answer`;
      return toOutcome(await post(path, { answer }, context), context);
    },
    async resend(state, context) {
      await post(`/sessions/${state.session}/code`, {}, context);
    },
    async revoke(grant, context) {
      await call(`/grants/${grant.id}`, { method: 'DELETE' }, context);
    },
    ...readReturnsAt(baseUrl),
  },
  ...createOrchardTax(process.env),
]);
