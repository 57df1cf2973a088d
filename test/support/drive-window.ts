import type { Page } from 'playwright-core';
import { type ConnectPerson, driveConnect } from 'tax-connect/testing';

/** A person in one window. Otherwise the driver looks for Connect in every window, newest first. */
export function driveWindow(window: Page): ConnectPerson {
  const onlyWindow = {
    getByRole: window.getByRole.bind(window),
    locator: window.locator.bind(window),
    getByLabel: window.getByLabel.bind(window),
    frames: () => window.frames(),
    isClosed: () => window.isClosed(),
    mouse: window.mouse,
    context: () => ({ pages: () => [onlyWindow] }),
  };
  return driveConnect(onlyWindow);
}
