import { describe, expect, it } from 'vitest';
import {
  chooseServiceAddresses,
  completeScript,
  unwrittenAddresses,
  writeServiceAddresses,
} from '../../src/build/service-addresses.ts';

const local = {
  connectUrl: 'http://localhost:4400/connect',
  // The page is in the package, because the service with the documentation may not be running.
  docsUrl: 'node_modules/tax-connect/demo/docs/errors.md',
};
const own = {
  connectUrl: 'https://connect.example/tax/connect',
  docsUrl: 'https://docs.example/errors',
};

/** A script tag after the minifier and the build. */
function createScript(addresses = local): string {
  return completeScript(`var[,t]=\`${unwrittenAddresses}\`.split(\` \`);`, addresses);
}

describe('the addresses that a build writes', () => {
  it('are those of localhost by default', () => {
    expect(chooseServiceAddresses({})).toEqual(local);
    expect(chooseServiceAddresses({ TAX_CONNECT_URL: '', TAX_CONNECT_DOCS_URL: '' })).toEqual(
      local,
    );
  });

  it('come from the environment, with the documentation at the service', () => {
    const variables = { TAX_CONNECT_URL: own.connectUrl };

    expect(chooseServiceAddresses(variables)).toEqual({
      connectUrl: own.connectUrl,
      docsUrl: 'https://connect.example/tax/docs/errors',
    });
    expect(chooseServiceAddresses({ ...variables, TAX_CONNECT_DOCS_URL: own.docsUrl })).toEqual(
      own,
    );
  });

  it('stay those of an earlier build if no variable is set', () => {
    expect(chooseServiceAddresses({}, createScript(own))).toEqual(own);
  });

  it('are not those of an earlier build if another service is set', () => {
    const variables = { TAX_CONNECT_URL: local.connectUrl };

    expect(chooseServiceAddresses(variables, createScript(own))).toEqual({
      connectUrl: local.connectUrl,
      docsUrl: 'http://localhost:4400/docs/errors',
    });
  });

  it('are those of localhost after a build without recognizable addresses', () => {
    expect(chooseServiceAddresses({}, 'var TaxConnect={}')).toEqual(local);
  });
});

describe('the script tag', () => {
  it.each(['`', '"', "'"])('gets its addresses with any quotes of the minifier: %s', (quote) => {
    const script = `f(${quote}${unwrittenAddresses}${quote})`;

    expect(completeScript(script, own)).toBe(
      `f("tax-connect-service ${own.connectUrl} ${own.docsUrl}")`,
    );
  });

  it('can get other addresses repeatedly', () => {
    const script = writeServiceAddresses(writeServiceAddresses(createScript(), own), local);

    expect(script).toBe(createScript());
  });

  it.each([
    ['nothing to complete', () => completeScript('f()', own)],
    ['two places', () => completeScript(`${createScript()}"${unwrittenAddresses}"`.repeat(2), own)],
    ['a place that was not completed', () => writeServiceAddresses(`"${unwrittenAddresses}"`, own)],
  ])('fails with %s', (_, write) => {
    expect(write).toThrow('for the service');
  });
});
