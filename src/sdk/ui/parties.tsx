import { Icon } from '../../kit/icon.tsx';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Screen } from './modal-model.ts';
import { Mark } from './provider-option.tsx';

interface PartiesProps {
  readonly application: ConnectApplication | null;
  readonly screen: Screen & { readonly kind: 'finishing' | 'connected' | 'failed' };
  /** True for a failure without the colour of problems. */
  readonly isCalm?: boolean;
}

/** Without a provider, only the sign is shown. Screen readers skip the marks, because they read the texts. */
export function Parties({ application, screen: { kind, provider }, isCalm }: PartiesProps) {
  return (
    <div class="parties" aria-hidden>
      {provider && <Mark name={nameApplication(application)} logo={application?.logo} />}
      {kind === 'finishing' && <span class="spin" />}
      {kind === 'connected' && <Icon name="check" />}
      {kind === 'failed' && <Icon name="close" class={isCalm ? '' : 'alert'} />}
      {provider && <Mark {...provider} />}
    </div>
  );
}

export function nameApplication(application: ConnectApplication | null): string {
  return application?.name ?? location.hostname;
}
