import { Icon } from '../../kit/icon.tsx';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Screen } from './modal-model.ts';
import { Mark } from './provider-option.tsx';

interface PartiesProps {
  readonly application: string;
  readonly screen: Screen & { readonly kind: 'finishing' | 'connected' };
}

/**
 * The marks of application and provider. The Connect page shows the same. Screen readers get the live region's text.
 */
export function Parties({ application, screen: { kind, provider } }: PartiesProps) {
  return (
    <div class="parties" aria-hidden>
      <Mark name={application} logo={null} />
      {kind === 'finishing' ? <span class="spin" /> : <Icon name="check" />}
      {provider && <Mark {...provider} />}
    </div>
  );
}

/** Finds the application's name. Before the page has sent it, the site's name is used. */
export function nameApplication(application: ConnectApplication | null): string {
  return application?.name ?? location.hostname;
}
