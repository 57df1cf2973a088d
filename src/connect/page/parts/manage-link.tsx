import { Domain } from './domain.tsx';

const path = '/manage';

/** @returns the address where people end an access, as they read it */
export const readManageAddress = () => window.location.host + path;

/** Leads there. `after` is the rest of the sentence. */
export function ManageLink({ after }: { readonly after: string }) {
  return <Domain name={readManageAddress()} after={after} href={path} />;
}
