import type { Provider } from 'tax-connect/page';
import { describeError, errorScreens, sendCode } from './error-screens.ts';
import { isNamed, isStep, type ModalScreen } from './modal-screen-types.ts';
import { pageStates } from './page-states.ts';
import { popupScreens } from './popup-screens.ts';
import {
  createLogos,
  ledgerly,
  longNames,
  testProviders,
  thousandProviders,
  twelveProviders,
} from './providers.ts';

/** Common values of the screens that the modal shows while it waits. Without `play`, the Connect page never answers. */
const waiting = { group: 'Waiting', isReached: isNamed('opened') } as const;

const waits: Readonly<Record<string, ModalScreen>> = {
  loading: { ...waiting, title: 'Skeleton', pace: 'held' },
  'loading-text': { ...waiting, title: 'After one second', pace: 'first' },
  'loading-still': { ...waiting, title: 'After three seconds: still working', pace: 'still' },
  'loading-slow': { ...waiting, title: 'After five seconds: ways to go on', pace: 'slow' },
};

const selecting = {
  group: 'Provider selector',
  isReached: isStep('select'),
  play: ({ start }) => start(),
} as const satisfies Partial<ModalScreen>;

function select(title: string, more: Partial<ModalScreen> = {}): ModalScreen {
  return { ...selecting, title, ...more };
}

const list = (providers: readonly Provider[]): Partial<ModalScreen> => ({
  play: ({ start }) => start(providers),
});
const interrupted = { isInterrupted: true } as const;
const pickBluestone: Partial<ModalScreen> = {
  ignoresSelection: true,
  act: (modal) => modal.pick('Bluestone'),
};
const onlyOne: Partial<ModalScreen> = { ...list([ledgerly]), isReached: isStep('login') };

const selectors: Readonly<Record<string, ModalScreen>> = {
  select: select('Twelve providers'),
  'select-thousand': select('1,000 providers', list(thousandProviders)),
  'select-unavailable': select(
    'Unavailable ones',
    list(twelveProviders.filter(({ popular }) => !popular)),
  ),
  'select-test': select('A test application', list(testProviders)),
  'select-told': select('One of those that a test application cannot use, pressed', {
    ...list(testProviders),
    // The list shows the providers for live applications only as one line. A search lists each of them.
    act: async (modal) => {
      await modal.search('Juniper');
      await modal.pick('Juniper Filing');
    },
  }),
  'select-long': select('Long and foreign names', list(longNames)),
  'select-logos': select('Logos, shown, broken and refused', {
    play: ({ start, picture }) => start(createLogos(picture)),
  }),
  'select-empty': select('No provider at all', list([])),
  'select-live': select('Live application: no TEST badge', {
    play: ({ start }) => start(twelveProviders, 'live'),
  }),
  'select-branded': select('Branded, with an accent too pale to read', {
    options: {
      appearance: { accentColor: '#ffe14d', fontFamily: 'Georgia, serif', borderRadius: '2px' },
    },
  }),
  'select-search': select('Results of a search', { act: (modal) => modal.search('tax') }),
  'select-no-result': select('No result', { act: (modal) => modal.search('my neighbour') }),
  'select-busy': select('Opening a provider', { ...pickBluestone, pace: 'held' }),
  'select-busy-still': select('Opening a provider: still working', {
    ...pickBluestone,
    pace: 'still',
  }),
  'select-interrupted': select('Starting again after a reload', interrupted),
  'select-one-interrupted': select('Starting again, with one provider', {
    ...interrupted,
    ...onlyOne,
  }),
  'select-one': select('One provider: no selector, no Back', onlyOne),
};

const framed = [...pageStates]
  .filter(([, state]) => state.isFramed)
  .map(([id, { title, providers, environment }]): [string, ModalScreen] => [
    `framed-${id}`,
    {
      title,
      group: 'The page in the modal',
      isReached: isStep('login', 'consent'),
      options: { provider: ledgerly.id },
      play({ start, enter }) {
        start(providers, environment);
        void enter(id);
      },
    },
  ]);

/** Common values of the screens at the end of a session, with a preselected provider. */
const ending = {
  group: 'Leaving and finishing',
  options: { provider: ledgerly.id },
} as const satisfies Partial<ModalScreen>;

/** Common values of the screens after the Connect page has sent the authorization code. */
const finishing = {
  ...ending,
  isReached: isStep('finishing'),
  play: sendCode,
} as const satisfies Partial<ModalScreen>;

/** The page's consent is shown for a moment before. */
const after = { act: ({ see }) => see('finishing') } as const satisfies Partial<ModalScreen>;

const ends: Readonly<Record<string, ModalScreen>> = {
  exit: {
    ...ending,
    title: 'Exit confirmation',
    isReached: isStep('login'),
    async play({ start, enter, bridge }) {
      start();
      await enter('login');
      bridge.requestExit();
    },
  },
  'session-ended': {
    ...ending,
    title: 'The session was canceled or used',
    isReached: isNamed('failed'),
    async play({ start, enter, bridge }) {
      start();
      await enter('login');
      bridge.sendError(describeError('session_expired', false));
    },
  },
  finishing: { ...finishing, ...after, title: 'Finishing', pace: 'held' },
  'finishing-still': { ...finishing, ...after, title: 'Finishing: still working', pace: 'still' },
  connected: {
    ...finishing,
    title: 'Connected',
    pace: 'held',
    finish: () => Promise.resolve(),
  },
};

export const modalScreens: ReadonlyMap<string, ModalScreen> = new Map([
  ...Object.entries({ ...waits, ...selectors }),
  ...framed,
  ...Object.entries({ ...popupScreens, ...ends, ...errorScreens }),
]);
