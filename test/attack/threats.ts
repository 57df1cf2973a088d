/** The title of an attack; and why there is no test of it without the defence, unless the control shows it. */
type Threat = readonly [title: string, undefended?: string];

/**
 * Attacks by number. The numbers are stable, so that reports can refer to them. Tests of an attack have the tag
 * `threat-7`. Tests of the same action done correctly, which succeeds, have `control-7`. Tests that show the
 * attack succeed without the defence have `undefended-7`.
 */
export const threats: Readonly<Record<number, Threat>> = {
  1: [
    'Races of code, close, retry, reload and time-out',
    'the control: a second code is delivered when it comes alone',
  ],
  2: ['DOM clobbering and settings in the document'],
  3: ['A polluted Object.prototype'],
  4: [
    'The strictest policy of a host, including Trusted Types',
    'the browser is the judge: any violation is counted',
  ],
  5: ['Secrets as options of the browser, and codes left behind'],
  6: ['Leaks over sessions, views, StrictMode and two copies'],
  7: ['Forged messages of other windows, and lookalike origins'],
  8: ['Stealing the port'],
  9: ['The frame goes elsewhere in the middle of a session'],
  10: ['A third-party frame races the handshake'],
  11: ['An unregistered site frames or opens Connect'],
  12: ['Payloads of any shape'],
  13: ['The page of a popup, or a provider’s site in it, reaches back to the host'],
  14: ['COOP cuts the popup off', 'the browser severs the popup; the SDK has no defence to remove'],
  15: ['A blocked popup, and the address of another person’s popup'],
  16: [
    'A frame that fires load without a Connect page',
    'the browser fires `load` for the blocked frame; only `ready` counts',
  ],
  17: ['Clickjacking and double clicks on Allow'],
  18: ['CSRF, skipped steps, replay and fixation in a flow'],
  19: ['Redirect URIs that are not registered exactly'],
  20: ['Markup in every text that others can set'],
  21: ['Guessing passwords and one-time codes'],
  22: ['Cookies and caches that keep a session too long or too widely'],
  23: ['A code that is exchanged twice, in parallel or over a crash'],
  24: ['A code of another application, flow, origin or environment'],
  25: ['The token endpoint called from a browser'],
  26: ['Bodies of any shape, size and encoding'],
  27: ['A foreign code injected into the backend of a host'],
  28: ['The callback of the redirect flow without its own flow'],
  29: ['A helper that follows redirects, repeats an exchange or prints a secret'],
  30: ['Registrations with wildcards, fragments, markup or marks'],
  31: ['CSRF, framing, fixation and guessing at the dashboard'],
  32: ['More submissions than the limit, at once'],
  33: ['Slow and silent connections'],
  34: ['Code or texts that load after the script that SRI checks'],
  35: ['Raw request targets into the helper of a backend'],
  36: ['Login CSRF into a live redirect flow'],
  37: ['One tenant, or many strangers, use up what all share'],
  38: ['A registration that is changed while a code is under way'],
  39: ['Proxy headers from a peer that is not a proxy; a foreign Host'],
  40: ['A used code posted again to the callback of an application'],
  41: ['Memory without bounds'],
  42: ['A start that throws halfway, and a popup whose host is closed'],
  43: [
    'Style sheets of the host',
    'the control shows the same style sheets at work on the host’s own page',
  ],
  44: ['Tokens of others: revoked, introspected, disconnected in a race'],
  45: ['The published files differ from the build, or include unintended ones'],
  46: ['A plug-in that throws, hangs or returns garbage; a return of another flow or provider'],
  47: ['Requests that are sent ahead and never read'],
  48: ['Wrong tokens, secrets and passwords of others; one name in many spellings'],
  49: ['A grant that outlives the refusal, its replacement, its application or its plug-in'],
  50: ['A window above the consent, which closes between two clicks'],
  51: ['A planted link on the host into a flow that its person did not start'],
  52: ['PKCE left out, made up or weakened, and the answer of another service'],
  53: ['Tax records and files of others, and of types outside consent'],
  54: ['File names that break headers, and IDs that leave the path of an API'],
  55: ['Endless and slow files, and a plug-in that answers a million records'],
  56: ['Reads during disconnection, and a renewal that is raced or killed'],
  57: ['A session that is foreign, guessed, used, canceled, in two browsers, or an attacker’s own'],
  58: ['A webhook into the network of the operator, by any spelling, DNS answer or redirect'],
  59: ['A link that a mail scanner opens, twice and with its scripts'],
  60: ['Ending access at /manage: framed, forged, of another person, guessed, or of a stale visit'],
  61: ['A key without its scope or past its end, and a reader who changes something'],
  62: [
    'A forged, replayed or foreign sign-in of the operators’ provider, and roles that it did not sign',
  ],
  63: ['A code of an older or ended consent after a newer one, in any order, through an outage'],
  64: ['Headers, queries and fields that are long but allowed'],
  65: ['Slow readers and unread answers of one application'],
  66: ['A link for connecting again, opened by another person than its own'],
  67: ['The published test logins at /manage beyond loopback'],
  68: ['Rows and label values that strangers or one tenant can make'],
  69: ['An outage of the database while a grant is renewed, a person signs in or denies'],
};

const roles = ['threat', 'control', 'undefended'] as const;

/** @returns the tags for tests; Vitest refuses others */
export function listTags(): { readonly name: string; readonly description: string }[] {
  return Object.entries(threats).flatMap(([number, [title]]) =>
    roles.map((role) => ({ name: `${role}-${number}`, description: title })),
  );
}
