import { RouteLink } from '../parts/route-link.tsx';
import { ViewTitle } from '../parts/section.tsx';

/** The view for a URL without a view, for example because it was mistyped, or its application was deleted. */
export function MissingView({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="view">
      <ViewTitle text={title} />
      <p role="alert">{text}</p>
      <p class="row">
        <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
      </p>
    </section>
  );
}
