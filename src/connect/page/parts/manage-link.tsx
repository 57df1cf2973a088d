import { Domain } from './domain.tsx';

const path = '/manage';

/** @returns the address of `/manage` as people read it, without `https://` */
export const readManageAddress = () => window.location.host + path;

/**
 * A link to `/manage`, where people end the access of applications. `after` is the text after the link, to the end of
 * the sentence.
 */
export function ManageLink({ after }: { readonly after: string }) {
  return <Domain name={readManageAddress()} after={after} href={path} />;
}
