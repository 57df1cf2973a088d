import { shownByControl, type Threats } from './threat.ts';

/** What attacks the SDK in the host's page, the channel and the Connect page. */
export const browserThreats: Threats = {
  1: {
    title: 'Races of code, close, retry, reload and time-out',
    tests: [
      'unit/host/exactly-once.test.ts › settles exactly one outcome whatever the order',
      'attack/one-outcome.test.ts › of %s has its first code delivered once',
      'attack/one-outcome.test.ts › of an exit, then a code, has nothing delivered',
    ],
    control: 'attack/one-outcome.test.ts › by a double click opens one session',
    weakened:
      'attack/one-outcome.test.ts › has both delivered by a build that does not look at the phase',
  },
  2: {
    title: 'DOM clobbering and settings in the document',
    tests: ['attack/dom-clobbering.test.ts › does not get the modal into its hands'],
    control: 'attack/dom-clobbering.test.ts › changes nothing: the flow completes',
    weakened:
      'attack/dom-clobbering.test.ts › swallows it in a build that asks the document by name',
  },
  3: {
    title: 'A polluted Object.prototype',
    tests: [
      'attack/dom-clobbering.test.ts › sets no option: neither the address nor the welcome',
      'unit/protocol/parse-message.test.ts › is read as own properties only',
    ],
    control: 'attack/dom-clobbering.test.ts › does not keep the flow from completing',
    weakened:
      'attack/dom-clobbering.test.ts › sets options in a build that reads them as inherited',
  },
  4: {
    title: 'The strictest policy of a host, Trusted Types included',
    tests: ['attack/strict-csp.test.ts › a failure and a second try included, without a violation'],
    control: 'attack/strict-csp.test.ts › does no harm when it only reports',
    weakened: { none: 'the browser is the judge: any violation is counted' },
  },
  5: {
    title: 'Secrets as options of the browser, and codes left behind',
    tests: [
      'unit/host/options.test.ts › %s: never quotes a possible secret',
      'unit/host/options.test.ts › of a %s application is refused by %s, and is in no address',
    ],
    control:
      'unit/host/options.test.ts › the control: client IDs of both environments are accepted',
    weakened: shownByControl,
  },
  6: {
    title: 'Leaks over sessions, views, StrictMode and two copies',
    tests: [
      'browser/life.test.ts › leave no node, listener, frame or port behind',
      'attack/traces.test.ts › is as it was before a flow that completed',
    ],
    control: 'attack/traces.test.ts › shows traces while Connect is open',
    weakened: shownByControl,
  },
  7: {
    title: 'Forged messages of other windows, and lookalike origins',
    tests: [
      'attack/forged-messages.test.ts › changes nothing and hears nothing',
      'attack/lookalike-origins.test.ts › is not answered',
    ],
    control: 'attack/lookalike-origins.test.ts › is answered again after it went elsewhere',
    weakened: 'attack/forged-messages.test.ts › ends the session in a build that takes a message',
  },
  8: {
    title: 'Stealing the port',
    tests: [
      'attack/navigated-frame.test.ts › does not reach the new document',
      'attack/handshake-race.test.ts › is not taken, and its port never hears anything',
    ],
    control: 'unit/channel/host-handshake.test.ts › to the Connect origin and to no other',
    weakened:
      'attack/navigated-frame.test.ts › reaches it in a build that does not name its target',
  },
  9: {
    title: 'The frame goes elsewhere in the middle of a session',
    tests: ['attack/navigated-frame.test.ts › ends in connection_lost, hears nothing'],
    control: 'attack/navigated-frame.test.ts › when it comes back to Connect in time',
    weakened: 'attack/lookalike-origins.test.ts › can end the session from any origin in a build',
  },
  10: {
    title: 'A third-party frame races the handshake',
    tests: ['attack/handshake-race.test.ts › says nothing at all'],
    control: 'attack/handshake-race.test.ts › is not listened to, and the host is',
    weakened: 'attack/handshake-race.test.ts › has the page in a build that listens to any window',
  },
  11: {
    title: 'An unregistered site frames or opens Connect',
    tests: [
      'attack/hostile-page.test.ts › is told that its origin is not registered, and nothing else',
      'attack/hostile-page.test.ts › gets nothing but a hello and a refusal',
    ],
    control: 'attack/hostile-page.test.ts › gets a flow when its origin is registered',
    weakened: 'attack/hostile-page.test.ts › gets a flow from a service that binds to anyone',
  },
  12: {
    title: 'Payloads of any shape',
    tests: [
      'attack/payloads.test.ts › that look like markup are shown as text',
      'attack/payloads.test.ts › are ignored in every shape, and the flow goes on',
      'unit/protocol/parse-message.test.ts › never makes a parser throw',
    ],
    control: 'attack/payloads.test.ts › with the nonce of this flow is delivered',
    weakened: 'attack/payloads.test.ts › run in a build that takes them for markup',
  },
  13: {
    title: 'The page of a window, or what follows it, reaches back to the host',
    tests: ['browser/popup.test.ts › does not when it has no opener any more'],
    control: 'browser/popup.test.ts › finds its host again when it comes back',
    weakened: shownByControl,
  },
  14: {
    title: 'COOP cuts the window off',
    tests: [
      'browser/coop.test.ts › connects in a window, and never takes it for closed',
      'browser/coop.test.ts › that no one ever reaches ends as opener_severed',
    ],
    control: 'browser/coop.test.ts › tells it when the user closes it',
    weakened: { none: 'the browser severs the window; there is nothing of ours to take out' },
  },
  15: {
    title: 'A blocked window, and the address of another person’s window',
    tests: [
      'unit/host/popup-surface.test.ts › a window opens empty, and without a name that another page could know',
      'attack/handoff-fixation.test.ts › leads nowhere by %s on another site',
    ],
    control: 'browser/popup.test.ts › is opened by a button of the modal',
    weakened: 'attack/handoff-fixation.test.ts › if the service did not ask where it was opened',
  },
  16: {
    title: 'A frame that fires load and is no page',
    tests: ['browser/faults.test.ts › a policy without Connect: frame_blocked at once'],
    control: 'browser/faults.test.ts › says after a second that it is loading',
    weakened: { none: 'the browser fires `load` for the blocked frame; only `ready` counts' },
  },
  17: {
    title: 'Clickjacking and double clicks on Allow',
    tests: [
      'unit/page/consent-guard.test.ts › stays inert one millisecond before the delay is over',
      'unit/page/consent-view.test.tsx › refuses a click without an earlier movement, such as a double click',
      'attack/hostile-page.test.ts › is shown nothing and told nothing when it hides where it is',
    ],
    control:
      'unit/page/consent-view.test.tsx › accepts Allow after it was visible for a while and the pointer moved',
    weakened: shownByControl,
  },
  20: {
    title: 'Markup in every text that someone can set',
    tests: [
      'attack/scanners.test.ts › finds nothing in the policy of %s',
      'service/dashboard-applications.test.ts › accepts markup in a name, and escapes it in the Connect page',
    ],
    control: 'attack/payloads.test.ts › that look like markup are shown as text',
    weakened: 'attack/scanners.test.ts › when the policy is weakened to allow it',
  },
  34: {
    title: 'Code or texts that load later than what SRI checked',
    tests: ['attack/changed-language.test.ts › is English when its file %s'],
    control: 'attack/changed-language.test.ts › is Spanish when its file is the one that was built',
    weakened: shownByControl,
  },
  42: {
    title: 'A start that throws half way, and a window whose host is gone',
    tests: [
      'unit/host/load-session.test.ts › fails when a policy forbids the script: webpack throws once, and never settles afterwards',
      'browser/lost-host.test.ts › does not claim success for a code that no one took',
    ],
    control: 'browser/lost-host.test.ts › claims success, and the host has the code',
    weakened: shownByControl,
  },
  43: {
    title: 'Style sheets of the host',
    tests: ['browser/host-styles.test.ts › leave the modal and its frame alone: %s'],
    control: 'browser/host-styles.test.ts › are absent from a modal that can be seen',
    weakened: { none: 'the control shows the same style sheets at work on the host’s own page' },
  },
};
