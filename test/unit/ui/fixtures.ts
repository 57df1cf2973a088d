import { signal } from '@preact/signals-core';
import { within } from '@testing-library/preact';
import { options } from 'preact';
import { afterEach, beforeEach, vi } from 'vitest';
import { passEvents, shieldEvents } from '../../../src/sdk/host/open/shield-events.ts';
import type { ConnectAppearance } from '../../../src/sdk/protocol/appearance.ts';
import type { Provider } from '../../../src/sdk/protocol/provider.ts';
import { loadMessages } from '../../../src/sdk/ui/locales/load-messages.ts';
import type { ModalModel, Screen } from '../../../src/sdk/ui/modal-model.ts';
import { mountModal } from '../../../src/sdk/ui/mount.tsx';
import { createProvider } from '../create-provider.ts';
import { allowFrames } from '../empty-frames.ts';

export const providers: readonly Provider[] = [
  createProvider('Liberty Tax'),
  createProvider('H&R Block', { popular: true, aliases: ['hrb'] }),
  createProvider('FreeTaxUSA', { status: 'unavailable', reason: 'Down until noon' }),
  createProvider('TurboTax', { popular: true, aliases: ['Intuit'] }),
  createProvider('Internal Revenue Service', { aliases: ['IRS'] }),
];

/** A page whose focused invoker is disabled by the click, and a modal over it, which was drawn ahead. */
export function openModal(first: Screen, appearance: ConnectAppearance = {}, locale = 'en') {
  allowFrames();
  const invoker = document.createElement('button');
  document.body.append(invoker);
  invoker.focus();
  const host = document.createElement('div');
  const frame = document.createElement('iframe');
  host.append(frame);
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const model = signal<ModalModel>({
    screen: first,
    application: null,
    isConfirmingExit: false,
    isInterrupted: false,
    frameHeight: null,
    theme: 'light',
  });
  const update = (part: Partial<ModalModel>) => {
    model.value = { ...model.value, ...part };
  };
  const actions = {
    selectProvider: vi.fn(),
    reportUnlisted: vi.fn(),
    goBack: vi.fn(),
    retry: vi.fn(),
    reload: vi.fn(),
    openPopup: vi.fn(),
    focusPopup: vi.fn(),
    useFrame: vi.fn(),
    requestClose: vi.fn(),
    confirmExit: vi.fn(),
    keepGoing: vi.fn(),
  };
  const session = { model, actions, invoker };
  const language = loadMessages(locale);
  const id = 'REF0123400000000';
  const unshield = shieldEvents();
  const mounted = mountModal({ model, actions, root, passEvents, appearance, language, id });
  const modal = {
    ...mounted,
    close() {
      mounted.close();
      unshield();
    },
  };
  invoker.blur();
  modal.show(session);
  // Testing Library accepts any node that can be queried, but its types require an element.
  const inside = root as unknown as HTMLElement;
  return { invoker, host, frame, root, inside, update, session, actions, modal };
}

/** Draws each change in its own call, as if the task ended there. Call it once, at the top of a test file. */
export function drawAtOnce(): void {
  const { debounceRendering } = options;
  beforeEach(() => {
    options.debounceRendering = (draw) => draw();
  });
  afterEach(() => {
    Object.assign(options, { debounceRendering });
  });
}

/**
 * Registers the hooks. Call it once, at the top of a test file.
 *
 * @returns opens a modal like `openModal`, with paused time; it is closed after the test
 */
export function useModalSuite() {
  let opened: ReturnType<typeof openModal> | undefined;
  drawAtOnce();
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    opened?.modal.close();
    document.body.replaceChildren();
    vi.useRealTimers();
  });
  return (...options: Parameters<typeof openModal>) => {
    opened = openModal(...options);
    // The options after the first one are drawn in the next task.
    vi.advanceTimersByTime(1);
    const screen = within(opened.inside);
    return { ...opened, screen, dialog: screen.getByRole('dialog') };
  };
}
