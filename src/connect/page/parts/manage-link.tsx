import { Domain } from './domain.tsx';

const path = '/manage';

/** @returns the address of `/manage`, as people read it */
export const readManageAddress = () => window.location.host + path;

/** A link to `/manage`. `after` is the rest of the sentence. */
export function ManageLink({ after }: { readonly after: string }) {
  return <Domain name={readManageAddress()} after={after} href={path} />;
}
