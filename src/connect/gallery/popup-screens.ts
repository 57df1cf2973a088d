import { isNamed, isStep, type ModalScreen } from './modal-screen-types.ts';
import { northgate } from './providers.ts';

/** Error codes that do not end the session. The modal explains what happened to the popup, and offers a new one. */
export type PopupCode = 'popup_blocked' | 'popup_closed' | 'opener_severed';

/** Common values of the screens for a preselected provider that needs a popup, which the modal therefore offers. */
const offered = {
  group: 'The page in a window',
  isReached: isStep('select'),
  options: { provider: northgate.id },
  play({ start, bridge }) {
    start();
    bridge.sendProviderSelected(northgate.id);
  },
} as const satisfies Partial<ModalScreen>;

const opened = {
  ...offered,
  windows: 'opened',
  isReached: isNamed('surface_changed'),
} as const satisfies Partial<ModalScreen>;

const interruptions: Readonly<Record<PopupCode, ModalScreen>> = {
  popup_blocked: {
    ...offered,
    title: 'Blocked by the browser',
    windows: 'blocked',
    isReached: isNamed('failed'),
  },
  popup_closed: {
    ...opened,
    title: 'Closed by the person',
    isReached: isNamed('failed'),
    onHandoff: 'left',
  },
  opener_severed: {
    ...opened,
    title: 'Out of reach',
    isReached: isNamed('failed'),
    onHandoff: 'refused',
  },
};

/** Common values of the screens that offer a popup because the Connect page did not load in the frame. */
const instead = {
  group: 'The page in a window',
  isReached: isNamed('failed'),
} as const satisfies Partial<ModalScreen>;

export const popupScreens: Readonly<Record<string, ModalScreen>> = {
  'popup-offered': { ...offered, title: 'Offered for a provider' },
  'popup-waiting': { ...opened, title: 'Open' },
  'popup-number': { ...opened, title: 'Asks for a number', onHandoff: 'asked' },
  'popup-after-timeout': { ...instead, title: 'Offered instead of a slow frame', pace: 'over' },
  'popup-after-blocked-frame': {
    ...instead,
    title: 'Offered instead of a frame that is blocked',
    options: { connectUrl: 'https://not-allowed.example/connect' },
  },
  'connected-window': {
    ...opened,
    title: 'Connected in a window',
    pace: 'held',
    isReached: isStep('finishing'),
    onHandoff: 'joined',
    finish: () => Promise.resolve(),
  },
  ...Object.fromEntries(
    Object.entries(interruptions).map(([code, screen]) => [code.replaceAll('_', '-'), screen]),
  ),
};
