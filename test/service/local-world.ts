import {
  type LocalOptions,
  type LocalService,
  startLocalService,
} from '../../src/connect/service/local/local-service.ts';

const running: LocalService[] = [];

/** Starts a sandbox on a free port. */
export async function start(more: Partial<LocalOptions> = {}): Promise<LocalService> {
  const service = await startLocalService({
    listenPort: 0,
    application: {
      client_id: 'test_app',
      client_secret: 'test_secret_0f4c8b1d7e2a93650f4c8b1d7e2a9365',
      origins: [],
      redirect_uris: [],
    },
    ...more,
  });
  running.push(service);
  return service;
}

export async function stopAll(): Promise<void> {
  for (const service of running.splice(0)) await service.close();
}
