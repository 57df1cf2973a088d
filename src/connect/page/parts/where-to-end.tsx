import { usePage } from '../page-context.ts';
import { Domain } from './domain.tsx';

/** Says where the user can end an access. It opens another tab, because this one has the flow. */
export function WhereToEnd() {
  const { success } = usePage().text;
  const path = '/manage';
  return (
    <span>
      {success.endBefore}
      <a class="inline-link" href={path} target="_blank" rel="noopener noreferrer">
        <Domain name={window.location.host + path} after="" />
      </a>
      {success.endAfter}
    </span>
  );
}
