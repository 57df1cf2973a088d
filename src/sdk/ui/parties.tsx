import { Icon } from '../../kit/icon.tsx';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Screen } from './modal-model.ts';
import { Mark } from './provider-option.tsx';

interface PartiesProps extends Pick<ConnectApplication, 'name' | 'logo'> {
  readonly screen: Screen & { readonly kind: 'finishing' | 'connected' };
}

/** The marks of the application and the provider, as on the Connect page. Screen readers read the live region. */
export function Parties({ name, logo, screen: { kind, provider } }: PartiesProps) {
  return (
    <div class="parties" aria-hidden>
      <Mark name={name} logo={logo} />
      {kind === 'finishing' ? <span class="spin" /> : <Icon name="check" />}
      {provider && <Mark {...provider} />}
    </div>
  );
}

/** Returns the application's name, or the host name of the host's page until the Connect page has sent the name. */
export function nameApplication(application: ConnectApplication | null): string {
  return application?.name ?? location.hostname;
}
