/**
 * @param work - continues even when it is late
 * @param createLateError - creates the error when the time is over
 * @throws the error of `work`, or of `createLateError`
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
