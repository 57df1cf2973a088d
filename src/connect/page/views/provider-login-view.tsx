import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { FieldsView } from './fields-view.tsx';
import { LoginView } from './login-view.tsx';
import { RedirectView } from './redirect-view.tsx';

/** The login form of the selected provider. */
export function ProviderLoginView({ provider }: { readonly provider: SelectedProvider }) {
  const { fields, login } = provider;
  if (login === 'redirect') return <RedirectView provider={provider} />;
  return fields ? (
    <FieldsView provider={provider} fields={fields} />
  ) : (
    <LoginView provider={provider} />
  );
}
