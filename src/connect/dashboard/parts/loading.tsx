/** Shown and announced while the view waits for the service. */
export function Loading() {
  return (
    <div class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading…
    </div>
  );
}
