import { expect, it } from 'vitest';
import type { TimerName } from '../../../src/connect/page/draft.ts';
import {
  createPage,
  getHome,
  isOver,
  type Page,
  type Place,
} from '../../../src/connect/page/phase.ts';
import type { Response, StepName } from '../../../src/connect/page/requests.ts';
import { type Input, transition } from '../../../src/connect/page/transition.ts';
import { explore } from '../explore.ts';
import { alone, back, frame, joined, popup, secret } from './drive-page.ts';
import {
  challenge,
  issued,
  popupSession,
  session,
  siteProvider,
  startedFlow,
  usualAnswers,
} from './support.tsx';

/** A page, and everything that it waits for. */
interface Situation {
  readonly page: Page;
  readonly timer: TimerName | null;
  readonly asked: { readonly id: number; readonly request: StepName } | null;
  /** The requests about the other document, by their names. */
  readonly open: Readonly<Partial<Record<'register' | 'listen' | 'collectCode', number>>>;
  /** The window is replaced or closed. */
  readonly isGone: boolean;
}

/** Other answers of the service, in addition to the usual answer and its refusals. */
const others: Readonly<Partial<Record<StepName, readonly unknown[]>>> = {
  start: [{ ...startedFlow, providers: startedFlow.providers.slice(0, 1) }],
  provider: [{ provider: { ...siteProvider, login: 'redirect' } }],
  login: [challenge()],
  consent: [{ allowed: true }, { denied: true }, { location: 'https://app.example/' }],
};

function listAnswers(name: StepName): readonly unknown[] {
  if (name === 'navigate') return [];
  const give = usualAnswers[name] as (body: object) => unknown;
  return [give({ provider_id: 'sandbox', decision: 'allow' }), ...(others[name] ?? [])];
}

const refused = [
  { ok: false, problem: { code: 'connection_lost', description: '', retryable: true } },
  { ok: false, problem: { code: 'session_expired', description: '', retryable: false } },
] as const;

/** Everything that can happen next. */
function listInputs({ page, timer, asked, open }: Situation): readonly Input[] {
  const results = asked
    ? [...listAnswers(asked.request).map((value) => ({ ok: true, value })), ...refused]
    : [];
  const answered = results.map(
    (result): Input => ['answered', asked?.id ?? 0, { name: asked?.request, result } as Response],
  );
  const either = <Value>(value: Value) => [{ ok: true, value } as const, ...refused];
  const { register, listen, collectCode } = open;
  const home = getHome(page.place);
  const hasSession = (home.name === 'frame' || home.name === 'popup') && home.session !== null;
  const heard = [
    { handoff: 'joined', step: 'login' },
    { handoff: 'joined', step: 'allowed' },
    { handoff: 'left' },
    { handoff: 'over', step: 'issued' },
    { handoff: 'over' },
    { handoff: 'failed' },
  ] as const;
  return [
    ...answered,
    ...(timer ? [['timedOut', timer] as const] : []),
    ...(register ? either({}).map((result): Input => ['registered', register, result]) : []),
    ...(listen
      ? [
          ...heard.map((event): Input => ['heard', listen, event]),
          ['streamEnded', listen, undefined] as const,
          ['streamEnded', listen, refused[1].problem] as const,
        ]
      : []),
    ...(collectCode
      ? either(issued).map((result): Input => ['collected', collectCode, result])
      : []),
    ...(hasSession ? hostInputs : []),
    ...(home.name === 'joined' || home.name === 'alone'
      ? []
      : [['welcomed', home.name === 'popup' ? popupSession : session] as const]),
    ['expiring', true],
    ['expiring', false],
    ['expired'],
    ['keepGoing'],
    ...either({ expires_in: 1800 }).map((result): Input => ['stayed', result]),
    ['selectProvider', 'sandbox'],
    ['login', {}],
    ['goToProvider'],
    ['goBack'],
    ['submitAnswer', '1'],
    ['resend'],
    ['decide', 'allow'],
    ['decide', 'deny'],
    ['cancel'],
    ['confirmPopup', null],
    ['refusePopup'],
  ];
}

const hostInputs: readonly Input[] = [
  ['hostSelected', 'sandbox'],
  ['hostWentBack'],
  ['handoffReceived', secret, null],
  ['codeReceived'],
  ['hostUnloaded'],
];

function move(situation: Situation, input: Input): Situation {
  const { state: page, effects } = transition(situation.page, input);
  let { timer, asked, isGone } = situation;
  const open = { ...situation.open };
  const [name] = input;
  if (name === 'timedOut') timer = null;
  if (name === 'answered') asked = null;
  if (name === 'registered') delete open.register;
  if (name === 'streamEnded') delete open.listen;
  if (name === 'collected') delete open.collectCode;
  for (const effect of effects) {
    switch (effect[0]) {
      case 'waitFor':
        timer = effect[1];
        break;
      case 'stopWaiting':
        timer = null;
        break;
      case 'ask':
        asked = { id: effect[1], request: effect[2][0] };
        break;
      case 'abort':
        asked = null;
        break;
      case 'stopListening':
        delete open.listen;
        break;
      case 'register':
      case 'listen':
      case 'collectCode':
        open[effect[0]] = effect[1];
        break;
      case 'closeWindow':
      case 'restart':
        isGone = true;
        break;
    }
  }
  return { page, timer, asked, open, isGone };
}

/** Equal for situations that have the same future. */
function describe({ page, timer, asked, open, isGone }: Situation): string {
  const { place, step, canGoBack, sessionWatch, handoff } = page;
  const shown = { place, step, canGoBack, sessionWatch, handoff };
  const text = JSON.stringify({ ...shown, timer, asked, open, isGone });
  const ids = new Map<string, number>();
  // The numbers of requests only have to be equal or not.
  return text.replace(/(?<=:)\d+/g, (id) => {
    if (!ids.has(id)) ids.set(id, ids.size);
    return String(ids.get(id));
  });
}

/** @returns the reason why a person could be stuck there; undefined when there is a way out */
function findFault({ page, timer, asked, open, isGone }: Situation): string | undefined {
  const { step, place } = page;
  if (isGone) return undefined;
  const home = getHome(place);
  const ids = Object.values(open);
  if (home.name === 'frame' && home.sharing && !ids.includes(home.sharing.id))
    return 'it no longer follows the popup';
  if (isOver(step)) return undefined;
  if (home.name === 'joined' && home.ending === null && open.listen !== home.id)
    return 'it no longer follows the frame';
  const { request } = step;
  if (request?.isDelivered) return timer ? undefined : 'no one may take the code';
  if (request) return asked?.id === request.id ? undefined : 'it waits for no answer';
  return step.view.kind === 'starting' && !timer ? 'it waits without a timer' : undefined;
}

const places: readonly (readonly [name: string, place: Place, handoff: string | null])[] = [
  ['in a frame', frame, null],
  ['in a popup', popup, secret],
  ['in a popup without proof', popup, null],
  ['back in a popup', back(popup, 'code=1'), secret],
  ['back in a joined popup', back(joined, 'code=1'), secret],
  ['in the redirect flow', alone, null],
];

it.each(places)('every state of a page %s has a way out by time', (_, place, handoff) => {
  const { application } = startedFlow;
  const presentation = { locale: 'en', theme: 'light' } as const;
  const facts = { isVisit: false, session: null, clientId: '', link: null, isReloaded: false };
  const shown = { reference: 'K7QF3M9T', application, presentation };
  const page = createPage({ ...facts, ...shown, place, handoff });
  const before: Situation = { page, timer: null, asked: null, open: {}, isGone: false };
  const first = move(before, ['open', null]);
  const isEnd = ({ isGone }: Situation) => isGone;
  const search = { first, depth: 8, listInputs, move, describe, findFault, isEnd };
  const { faults, places: reached } = explore(search);
  expect(faults).toEqual([]);
  expect(reached.length).toBeGreaterThan(20);
});
