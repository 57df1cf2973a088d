import { shownByControl, type Threats } from './threat.ts';

/** Attacks on the Connect service, its dashboard, its token endpoint and an application's backend. */
export const serviceThreats: Threats = {
  18: {
    title: 'CSRF, skipped steps, replay and fixation in a flow',
    tests: [
      'service/flow.test.ts › a step out of order is refused',
      'service/flow.test.ts › happens once, even with many parallel requests',
      'service/handoff.test.ts › lets one of many windows join',
    ],
    control: 'service/flow.test.ts › goes from selection to code for user_good',
    weakened: shownByControl,
  },
  19: {
    title: 'Redirect URIs that are not registered exactly',
    tests: [
      'service/connect-page.test.ts › answers %s with a separate page, never a redirect',
      'service/connect-page.test.ts › shows the refused redirect URI as text: %s',
    ],
    control: 'service/connect-page.test.ts › accepts the redirect URI %s',
    weakened:
      'service/weakened-service.test.ts › opens a page for an address that only begins like',
  },
  21: {
    title: 'Guessing passwords and one-time codes',
    tests: [
      'service/limits.test.ts › locks it only for the network that guesses',
      'service/limits.test.ts › lets exactly ten of a hundred parallel guesses pass',
    ],
    control: 'service/limits.test.ts › does not include many successful logins',
    weakened: shownByControl,
  },
  22: {
    title: 'Cookies and caches that keep a session too long or too widely',
    tests: [
      'service/dashboard-access.test.ts › is a __Host- cookie, hidden from scripts, other sites and plain http',
      'service/dashboard-access.test.ts › always has a new token: a token planted in the browser stays invalid',
      'service/dashboard-applications.test.ts › and its API are not cached',
    ],
    control:
      'service/dashboard-access.test.ts › is a plain cookie for /dashboard only, on loopback over http',
    weakened: shownByControl,
  },
  23: {
    title: 'A code that is exchanged twice, in parallel or over a crash',
    tests: [
      'service/token.test.ts › lets exactly one of fifty parallel exchanges succeed',
      'service/token.test.ts › revokes the token when the code is used again',
      'service/crash.test.ts › keeps acknowledged exchanges and exchanges no code twice when it is killed at any point',
    ],
    control: 'service/token.test.ts › exchanges a code for exactly three fields',
    weakened: 'service/weakened-service.test.ts › exchanges a code more than once',
  },
  24: {
    title: 'A code of another application, flow, origin or environment',
    tests: [
      'service/token.test.ts › gives the same answer for unknown, used, expired, foreign and mismatching codes',
      'service/changed-registration.test.ts › cannot exchange a code from before the change',
    ],
    control: 'service/token.test.ts › answers a valid code with 200 after any earlier refusal',
    weakened: shownByControl,
  },
  25: {
    title: 'The token endpoint called from a browser',
    tests: ['service/token.test.ts › the token endpoint refuses'],
    control: 'service/token.test.ts › ignores unknown fields',
    weakened: shownByControl,
  },
  26: {
    title: 'Bodies of any shape, size and encoding',
    tests: [
      'service/fuzz.test.ts › a body of any shape',
      'service/nul.test.ts › in every field of %s',
      'service/token.test.ts › a body that exceeds its Content-Length, without reading all of it',
    ],
    control: 'service/nul.test.ts › in a login, which continues with the next try',
    weakened: shownByControl,
  },
  27: {
    title: 'A foreign code injected into the backend of a host',
    tests: [
      'unit/server/embedded-callback.test.ts › does not connect when the state is %s',
      'unit/server/embedded-callback.test.ts › refuses a request from %s without using the code',
    ],
    control:
      'unit/server/embedded-callback.test.ts › when the code carries the state of the session',
    weakened:
      'unit/server/weakened-callback.test.ts › connects a foreign code when it does not check',
  },
  28: {
    title: 'The callback of the redirect flow without its own flow',
    tests: [
      'unit/server/redirect-callback.test.ts › refuses a code in a browser that has not started a flow',
      'unit/server/redirect-callback.test.ts › accepts one code for one start, also when two arrive in parallel',
    ],
    control: 'unit/server/redirect-callback.test.ts › exchanges the code with the redirect URI',
    weakened: shownByControl,
  },
  29: {
    title: 'A helper that follows redirects, repeats an exchange or prints a secret',
    tests: [
      'unit/server/exchange-code.test.ts › refuses the base URL %j before it sends a request',
      'unit/server/exchange-code.test.ts › never shows a secret, code or token in an error',
    ],
    control: 'unit/server/exchange-code.test.ts › posts JSON to the token endpoint',
    weakened: shownByControl,
  },
  30: {
    title: 'Registrations with wildcards, fragments, markup or marks',
    tests: [
      'service/dashboard-applications.test.ts › are refused unless https or loopback',
      'service/dashboard-applications.test.ts › are refused unless they are exactly an https',
    ],
    control:
      'service/dashboard-applications.test.ts › are added and removed, and the redirect flow accepts exactly these',
    weakened: shownByControl,
  },
  31: {
    title: 'CSRF, framing, fixation and guessing at the dashboard',
    tests: [
      'service/dashboard-access.test.ts › needs the service’s origin and the token of its session',
      'service/dashboard-access.test.ts › allows ten attempts in fifteen minutes, in parallel or not',
    ],
    control:
      'service/dashboard-access.test.ts › clears the attempts of an address when it is right',
    weakened: shownByControl,
  },
  32: {
    title: 'More submissions than the limit, at once',
    tests: [
      'service/limits.test.ts › of %i lets exactly %i of 200 parallel submissions pass on the page alone',
      'service/postgres/processes.test.ts › accept exactly 5 of 200 submissions when 5 are left',
    ],
    control: 'service/limits.test.ts › does not exist for live applications',
    weakened: 'service/weakened-service.test.ts › accepts more submissions than the limit',
  },
  33: {
    title: 'Slow and silent connections',
    tests: [
      'service/slow-senders.test.ts › closes silent or slow connections within 20 s, and frees their descriptors',
    ],
    control: 'service/start.test.ts › refuses large bodies, and keeps working',
    weakened: shownByControl,
  },
  35: {
    title: 'Raw request targets into the helper of a backend',
    tests: [
      'unit/server/node-handler.test.ts › counts only the origin of the redirect URI as its own',
    ],
    control: 'unit/server/node-handler.test.ts › accepts an absolute-form target of its own host',
    weakened: shownByControl,
  },
  36: {
    title: 'Login CSRF into a live redirect flow',
    tests: [
      'unit/server/redirect-state.test.ts › is refused with %s, and the flow continues',
      'unit/server/redirect-state.test.ts › is refused with the state of another browser’s flow',
    ],
    control: 'unit/server/redirect-callback.test.ts › exchanges the code with the redirect URI',
    weakened: shownByControl,
  },
  37: {
    title: 'One tenant, or many strangers, use up what all share',
    tests: [
      'service/deletion.test.ts › loses its rows in batches, and other requests run in between',
      'service/flow-limit.test.ts › refuses a network at %s, but not another network',
      'service/limits.test.ts › keeps a share for the backend, which strangers on the page cannot use up',
      'service/stream-limit.test.ts › serve another network',
    ],
    control: 'service/flow-limit.test.ts › is high enough for an office behind one address',
    weakened: shownByControl,
  },
  38: {
    title: 'A registration that is changed while a code is under way',
    tests: [
      'service/changed-registration.test.ts › gets no code through a window that was allowed before',
      'service/changed-registration.test.ts › gets nothing from it: %s',
    ],
    control:
      'service/handoff.test.ts › is driven by the window, and ends with a code for the frame only',
    weakened: shownByControl,
  },
  39: {
    title: 'Proxy headers from a peer that is not a proxy; a foreign Host',
    tests: [
      'service/client-address.test.ts › is limited by its own address, unlike a proxy with three clients',
      'service/operations.test.ts › answers on this machine under its own names only: %s',
    ],
    control: 'service/operations.test.ts › answers clients with the token, if one is set',
    weakened: shownByControl,
  },
  40: {
    title: 'A used code posted again to the callback of an application',
    tests: ['unit/server/reposted-code.test.ts › is refused without a second exchange'],
    control:
      'unit/server/embedded-callback.test.ts › exchanges a code from its own page and answers without a body',
    weakened: shownByControl,
  },
  41: {
    title: 'Memory without bounds',
    tests: [
      'unit/server/used-flows.test.ts › remembers 20,000 successive keys in the memory for 200',
      'unit/server/exchange-code.test.ts › is refused by its size after decompression',
    ],
    control:
      'unit/server/used-flows.test.ts › remembers a key for at least one lifetime, and less than three',
    weakened: shownByControl,
  },
  44: {
    title: 'Tokens of others: revoked, introspected, disconnected in a race',
    tests: [
      'service/account.test.ts › gives the same answer for an unknown token, and revokes no token of another application',
      'service/account.test.ts › requires the introspection secret, and refuses tokens and secrets of applications',
      'service/account.test.ts › leaves either a valid token or a disconnected account when it races an exchange',
      'service/account.test.ts › refuses a token that was issued for the other environment',
      'service/token-attacks.test.ts › is refused: each secret works at its own endpoints only',
      'service/token-attacks.test.ts › is not revoked by its thief with any combination of credentials',
      'service/token-attacks.test.ts › stays revoked while another process exchanges a code for the same account',
      'service/admin.test.ts › is refused with %s, also at unknown addresses',
      'service/audit-log.test.ts › names no person when it %s',
    ],
    control: 'service/account.test.ts › answers the account of a token',
    weakened: shownByControl,
  },
  45: {
    title: 'The published files differ from the build, or include unintended ones',
    tests: [
      'package/proof.test.ts › is this list of files',
      'package/proof.test.ts › has this API: %s',
    ],
    control: 'package/proof.test.ts › holds for the package',
    weakened: 'package/proof.test.ts › fails on a planted fault',
  },
  46: {
    title: 'A plug-in that throws, hangs or returns garbage; a return of another flow or provider',
    tests: [
      'service/providers.test.ts › %s has failed, and the user may try again',
      'service/providers.test.ts › cannot be opened in another flow or application',
      'service/redirect-providers.test.ts › is refused %s, and the flow continues',
      'service/redirect-providers.test.ts › is refused without a flow',
      'service/redirect-providers.test.ts › is refused with the stored state of another %s',
      'service/redirect-providers.test.ts › refuses a response of another provider (mix-up attack)',
      'service/redirect-providers.test.ts › reads an answer %s, up to 256 kB',
    ],
    control: 'service/redirect-providers.test.ts › connects an account, and Disconnect revokes',
    weakened: shownByControl,
  },
  47: {
    title: 'Requests that are sent ahead and never read',
    tests: ['service/unread-answers.test.ts › cost the service little memory: %s'],
    control: 'service/unread-answers.test.ts › a client that reads gets every answer, in order',
    weakened: shownByControl,
  },
  48: {
    title: 'Wrong tokens, secrets and passwords of others; one name in many spellings',
    tests: [
      'service/account.test.ts › are limited, and right ones are served: %s',
      'service/admin.test.ts › limits guesses by their address, and never the right token',
      'service/dashboard-access.test.ts › waits eight seconds at most, and is accepted, after two hundred attempts of strangers',
      'service/dashboard-access.test.ts › allows thirty attempts from an IPv6 network of 48 bits, and leaves others theirs',
      'service/limits.test.ts › counts one user name in many spellings once, and another one apart',
    ],
    control: 'service/account.test.ts › answers the account of a token',
    weakened: shownByControl,
  },
  49: {
    title: 'A grant that outlives the refusal, its replacement, its application or its plug-in',
    tests: [
      'service/revocations.test.ts › a grant is revoked at its provider when',
      'service/revocations.test.ts › the answer of the provider comes too late',
      'service/revocations.test.ts › is tried again later, and longer later each time',
      'service/revocations.test.ts › is missing is logged, kept, and done when it is back',
      'service/revocations.test.ts › lose nothing when one of them dies during a call',
      'service/crash.test.ts › revokes a given-up grant after it was killed',
    ],
    control: 'service/revocations.test.ts › is not revoked: connected, at consent, or in a code',
    weakened: shownByControl,
  },
};
