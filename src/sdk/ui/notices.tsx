import { Icon } from '../../kit/icon.tsx';
import type { ModalTexts, Notice as Texts } from '../../texts/surfaces.ts';
import type { ConnectErrorCode } from '../protocol/errors.ts';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { ModalActions, Screen } from './modal-model.ts';
import { nameApplication, Parties } from './parties.tsx';
import { Button, Notice } from './parts.tsx';

interface CopyProps {
  readonly messages: ModalTexts;
  readonly isCopied: boolean;
  readonly onCopied: () => void;
}

interface FailureProps extends CopyProps {
  readonly application: ConnectApplication | null;
  /** The reference that the user quotes to support. Empty before the selector has requested the list of providers. */
  readonly reference: string;
  readonly screen: Screen & { readonly kind: 'failed' };
  readonly actions: NoticeActions;
}

/** The codes of errors without a fault: they are temporary, or the user has decided it. They are drawn in grey. */
const calmCodes: readonly ConnectErrorCode[] = [
  'offline',
  'connection_lost',
  'load_timeout',
  'provider_unavailable',
  'session_expired',
  'rate_limited',
  'access_denied',
];

type NoticeActions = Pick<ModalActions, 'retry' | 'reload' | 'openPopup'> & Partial<ModalActions>;

/** Shows the notice of an error. The error's own message is for developers and is not shown. */
export function Failure(props: FailureProps) {
  const { messages, application, actions, reference } = props;
  const { error, provider, canTryPopup, canChoose } = props.screen;
  const { code, retryable } = error;
  const notices: Notices = messages.notices;
  // The backend may still get the code of its session, so the notice does not say that the connection has failed.
  const isUnconfirmed = code === 'callback_failed' && !retryable;
  const isAtProvider = code === 'provider_unavailable' && canChoose;
  const canReload = code === 'unsupported_version' || code === 'callback_failed';
  const main = retryable || isAtProvider ? 'retry' : canReload && 'reload';
  return (
    <Notice
      texts={isUnconfirmed ? notices.unconfirmed : (notices[code] ?? notices.server_error)}
      values={{
        application: nameApplication(application),
        provider: provider?.name ?? messages.unnamedProvider,
      }}
      picture={<Parties {...props} isCalm={calmCodes.includes(code)} />}
    >
      {reference && (
        <small>
          {messages.reference}{' '}
          <code dir="ltr" translate={false}>
            {reference}
          </code>{' '}
          <CopyButton {...props} text={reference} />
        </small>
      )}
      {main && (
        <Button
          text={isAtProvider ? messages.another : messages[main]}
          onClick={actions[main]}
          class="primary"
        />
      )}
      {canTryPopup && <Button text={messages.open} onClick={actions.openPopup} />}
      {actions.requestClose && (
        <Button text={messages.close} onClick={actions.requestClose} class={!main && 'primary'} />
      )}
    </Notice>
  );
}

/** The code of an error that can end a flow. The other codes are states of the popup, which have their own screens. */
export type ShownCode = Exclude<
  ConnectErrorCode,
  'popup_blocked' | 'popup_closed' | 'opener_severed'
>;

type Notices = Readonly<Record<ShownCode | 'unconfirmed', Texts>> &
  Readonly<Partial<Record<ConnectErrorCode, Texts>>>;

/** A button that copies the text. On hosts that forbid it, nothing happens, but the user can select the text. */
function CopyButton({ text, messages, isCopied, onCopied }: CopyProps & { readonly text: string }) {
  const copy = () => navigator.clipboard?.writeText(text).then(onCopied, () => {});
  return <Button text={isCopied ? messages.copied : messages.copy} onClick={copy} />;
}

interface SlowLoadProps {
  readonly messages: ModalTexts;
  readonly actions: NoticeActions;
  readonly canTryPopup?: boolean;
  /** Called when the user tries again, so that a new wait begins. */
  readonly waitAgain: () => void;
}

export function SlowLoad({ messages, actions, canTryPopup, waitAgain }: SlowLoadProps) {
  const retry = () => {
    waitAgain();
    actions.retry();
  };
  return (
    <Notice texts={{ ...messages.notices.load_timeout, title: messages.waiting }}>
      <Button text={messages.retry} onClick={retry} class="primary" />
      {canTryPopup && <Button text={messages.open} onClick={actions.openPopup} />}
      {actions.requestClose && <Button text={messages.close} onClick={actions.requestClose} />}
    </Notice>
  );
}

interface PopupProps extends CopyProps {
  readonly screen: Screen & { readonly kind: 'popup' };
  readonly actions: NoticeActions;
}

/** Every button calls its action synchronously, because browsers open a popup only in the user's own click. */
export function Popup(props: PopupProps) {
  const { messages, actions } = props;
  const { state, number, canUseFrame } = props.screen;
  const isOpen = state === 'waiting';
  const open = isOpen || state === 'closed' ? messages.reopen : messages.open;
  return (
    <Notice
      texts={number ? messages.number : messages.popup[state]}
      values={{ number: number ?? '' }}
      picture={<Icon name="window" />}
    >
      {isOpen && <Button text={messages.show} onClick={actions.focusPopup} class="primary" />}
      {number && <CopyButton {...props} text={number} />}
      <Button text={open} onClick={actions.openPopup} class={!isOpen && 'primary'} />
      {canUseFrame && <Button text={messages.here} onClick={actions.useFrame} />}
      {actions.requestClose && <Button text={messages.cancel} onClick={actions.requestClose} />}
    </Notice>
  );
}
