import { useEffect, useRef } from 'preact/hooks';
import { isTyping } from '../../../kit/keys.ts';
import { fill } from '../../../texts/fill.ts';
import type { ManageTexts } from '../../../texts/surfaces.ts';
import { usePage } from '../page-context.ts';
import { StepTitle } from '../parts/headings.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { SubmissionsLeft } from '../parts/test-hint.tsx';
import { useSelector } from '../parts/use-selector.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** The view is empty when the host draws the selector, because the host then hides the frame. */
export function SelectView() {
  const { canGoBack, providers, selector, visit } = usePage();
  if (visit && providers.length === 0) return <NothingToManage {...visit.text} />;
  if (selector === 'host') return null;
  // A preselected provider is still being selected, and the selector would be visible only for a moment.
  if (!canGoBack) return <StartingView />;
  return <Selector />;
}

function NothingToManage({ nothing, nothingAdvice }: ManageTexts) {
  return (
    <section class="view" aria-labelledby="view-title">
      <StepTitle>{nothing}</StepTitle>
      <p class="view__lead">{nothingAdvice}</p>
    </section>
  );
}

function Selector() {
  const { dispatch, pending, providers, text, locale, theme, visit, ...page } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isVisit = visit !== null;
  const { name: application, support_url: support } = page.application;
  const selector = useSelector();
  const { mount } = selector;
  const isLoading = !mount && !selector.problem;
  const problem = selector.problem ?? page.problem;
  const retry = () => {
    if (!selector.problem) return dispatch('selectProvider', page.failedProviderId ?? '');
    // The heading takes the focus, because the button that has it is removed.
    heading.current?.focus();
    void selector.load(true);
  };
  useShownFocus(heading);

  useEffect(() => {
    if (!box.current || !mount) return undefined;
    const onSelect = (providerId: string) => dispatch('selectProvider', providerId);
    const onNotListed = () => dispatch('reportUnlisted');
    return mount(box.current, {
      providers,
      locale,
      theme,
      ...(isVisit ? {} : { application, support }),
      onSelect,
      onNotListed,
    });
  }, [mount, dispatch, providers, locale, theme, application, support, isVisit]);

  useEffect(() => {
    // The focus starts at the heading. A key typed there goes to the search. The selector handles keys inside it.
    const handleKey = (event: KeyboardEvent) => {
      if (event.target === box.current || !isTyping(event)) return;
      box.current?.shadowRoot?.querySelector('input')?.focus();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);

  return (
    <section class="view" aria-labelledby="view-title" aria-busy={pending !== null || isLoading}>
      <h1 class="view__title" id="view-title" tabIndex={-1} ref={heading}>
        {text.select.title}
      </h1>
      <p class="view__lead">{visit?.text.lead ?? fill(text.select.promise, { application })}</p>
      <SubmissionsLeft />
      <ProblemNote problem={problem} onRetry={retry} />
      {mount ? <div class="selector" ref={box} /> : isLoading && <Skeleton />}
    </section>
  );
}

/** Keeps the space of the selector, so that nothing jumps. In a frame it is empty: the modal draws a skeleton. */
export function StartingView() {
  const { application: named, text, surface, visit } = usePage();
  const { name: application, environment } = named;
  if (surface === 'frame') return null;
  return (
    <section class="view" aria-busy="true">
      <h1 class="view__title">{text.select.title}</h1>
      <p class="view__lead">{visit?.text.lead ?? fill(text.select.promise, { application })}</p>
      {environment === 'test' && <div class="skeleton--line" />}
      <Skeleton />
    </section>
  );
}

function Skeleton() {
  return (
    <div class="skeleton" aria-hidden="true">
      <span />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
