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

/**
 * The marks of the application and the provider around a sign, as on the Connect page. Before the choice of a provider,
 * there is only the sign. Screen readers skip the marks, because they read the texts.
 */
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

/** Returns the application's name, or the host name of the host's page until the Connect page has sent the name. */
export function nameApplication(application: ConnectApplication | null): string {
  return application?.name ?? location.hostname;
}
