import { signal } from '@preact/signals-core';
import { beforeEach, expect, it, vi } from 'vitest';
import { prepareModal } from '../../../src/sdk/host/prepare-modal.ts';
import type { FrameSurface } from '../../../src/sdk/host/surfaces/frame.ts';
import type { ModalActions, ModalModel, ModalOptions } from '../../../src/sdk/ui/modal-model.ts';
import { mountModal } from '../../../src/sdk/ui/mount.tsx';
import { application, framed, popupOnly } from './drive.ts';

vi.mock('../../../src/sdk/ui/mount.tsx', () => ({ mountModal: vi.fn() }));

const modal = { focus: vi.fn(), close: vi.fn() };
const root = { name: 'root' };
const providers = [framed, popupOnly];
const theme = signal<'light' | 'dark'>('dark');

beforeEach(() => {
  vi.mocked(mountModal).mockReset().mockReturnValue(modal);
});

function prepare() {
  const prepared = prepareModal({ root, id: 'K7QF3M9TABCDEFGH' } as unknown as FrameSurface, {
    appearance: { accentColor: 'teal' },
    locale: 'de',
    theme,
    application,
    providers,
  });
  return { prepared, mounted: vi.mocked(mountModal).mock.lastCall?.[0] as ModalOptions };
}

it('draws the modal as it will look when it opens', () => {
  const { prepared, mounted } = prepare();
  expect(mounted).toMatchObject({
    root,
    reference: 'K7QF-3M9T',
    appearance: { accentColor: 'teal' },
    locale: 'de',
  });
  const { model } = mounted;
  expect(model.screen.value).toEqual({ kind: 'select', providers, busyId: null, isAhead: true });
  expect(model.application.value).toBe(application);
  expect(model.theme).toBe(theme);
  expect([model.isConfirmingExit.value, model.isInterrupted.value]).toEqual([false, false]);
  expect([model.frameHeight.value, model.drawn.value]).toEqual([null, 0]);
  prepared.focus();
  prepared.close();
  expect(modal.focus).toHaveBeenCalledOnce();
  expect(modal.close).toHaveBeenCalledOnce();
});

it('follows a session: parts that are drawn read its model and call its actions', () => {
  const { prepared, mounted } = prepare();
  const drawnBefore = mounted.model.drawn;
  const next = {
    ...mounted.model,
    drawn: signal(2),
    screen: { value: { kind: 'page', canGoBack: true } },
  } as ModalModel;
  const retry = vi.fn();
  prepared.follow(next, { retry } as unknown as ModalActions);
  expect(mounted.model.screen.value).toEqual({ kind: 'page', canGoBack: true });
  expect(mounted.model.drawn.value).toBe(2);
  // A part that reads the first model's signal learns that there is another one.
  expect(drawnBefore.value).toBe(1);
  mounted.actions.retry();
  expect(retry).toHaveBeenCalledOnce();
});
