/**
 * @param work - goes on when it is late
 * @param createLateError - called when the time is over
 * @throws as `work`, or that error
 */
export async function withinTime<Value>(
  waitMs: number,
  work: Promise<Value>,
  createLateError: () => Error,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createLateError()), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
