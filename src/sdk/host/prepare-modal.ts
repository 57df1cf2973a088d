import { signal } from '@preact/signals-core';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Provider } from '../protocol/provider.ts';
import { formatReference } from '../protocol/reference.ts';
import type { Appearance, Modal, ModalActions, ModalModel } from '../ui/modal-model.ts';
import { mountModal } from '../ui/mount.tsx';
import type { FrameSurface } from './surfaces/frame.ts';

/** A drawn modal with the selector that is not shown yet. */
export interface PreparedModal extends Modal {
  /** Makes the modal follow a session. Parts that are drawn already are kept. */
  follow(model: ModalModel, actions: ModalActions): void;
}

/** The content of a modal before its session. */
interface Preview {
  readonly appearance: Appearance;
  readonly locale: string | undefined;
  readonly theme: ModalModel['theme'];
  readonly application: ConnectApplication;
  readonly providers: readonly Provider[];
}

/**
 * Draws the modal as it will look when it opens.
 *
 * @returns the modal, whose `close` must be called
 */
export function prepareModal(
  { root, id }: FrameSurface,
  { appearance, locale, theme, application, providers }: Preview,
): PreparedModal {
  const drawn = signal(0);
  const model: ModalModel = {
    drawn,
    theme,
    screen: { value: { kind: 'select', providers, busyId: null, isAhead: true } },
    application: { value: application },
    isConfirmingExit: { value: false },
    isInterrupted: { value: false },
    frameHeight: { value: null },
  };
  // The user cannot act before the modal is shown.
  const actions = {} as ModalActions;
  const reference = formatReference(id);
  const modal = mountModal({ root, model, actions, appearance, locale, reference });
  return {
    ...modal,
    follow(nextModel, nextActions) {
      Object.assign(model, nextModel);
      Object.assign(actions, nextActions);
      // From now on, every part of the modal reads the session's model.
      drawn.value = 1;
    },
  };
}
