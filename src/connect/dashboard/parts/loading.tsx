/** The view waits for the service; said to screen readers, too. */
export function Loading() {
  return (
    <div class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading…
    </div>
  );
}
