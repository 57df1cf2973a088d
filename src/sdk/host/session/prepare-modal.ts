import type { ConnectApplication } from '../../protocol/messages.ts';
import type { Provider } from '../../protocol/provider.ts';
import type { Appearance, Modal, ModalActions, ModalModel } from '../../ui/modal-model.ts';
import { mountModal } from '../../ui/mount.tsx';
import type { FrameSurface } from '../flow/surfaces/frame.ts';
import type { Presentation } from './presentation.ts';

interface Preview extends Pick<Presentation, 'theme' | 'language'> {
  readonly appearance: Appearance | undefined;
  readonly application: ConnectApplication;
  readonly providers: readonly Provider[];
}

/** Draws the hidden modal before `open`, with the provider selector that it will show. */
export function prepareModal(
  { root, id, passEvents }: FrameSurface,
  { appearance, language, theme, application, providers }: Preview,
): Modal {
  const value: ModalModel = {
    screen: { kind: 'select', providers, busyId: null, isAhead: true },
    application,
    theme: theme.value,
    isConfirmingExit: false,
    isInterrupted: false,
    frameHeight: null,
  };
  // The modal is hidden, so the user cannot cause an action. `Modal.show` sets the session's actions.
  const actions = {} as ModalActions;
  return mountModal({ root, id, passEvents, model: { value }, actions, appearance, language });
}
