import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { FieldsView } from './fields-view.tsx';
import { LoginView } from './login-view.tsx';
import { RedirectView } from './redirect-view.tsx';

/** The login at the selected provider: a form for its fields, or a button that leads to its own site. */
export function ProviderLoginView({ provider }: { readonly provider: SelectedProvider }) {
  const { fields, login } = provider;
  if (login === 'redirect') return <RedirectView provider={provider} />;
  return fields ? (
    <FieldsView provider={provider} fields={fields} />
  ) : (
    <LoginView provider={provider} />
  );
}
