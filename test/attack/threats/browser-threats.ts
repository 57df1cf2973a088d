import { shownByControl, type Threats } from './threat.ts';

/** Attacks on the SDK in the host's page, on the channel and on the Connect page. */
export const browserThreats: Threats = {
  1: {
    title: 'Races of code, close, retry, reload and time-out',
    tests: [
      'unit/host/exactly-once.test.ts › settles exactly one outcome whatever the order',
      'attack/one-outcome.test.ts › of %s delivers the first code once',
      'attack/one-outcome.test.ts › of an exit, then a code, delivers nothing',
    ],
    control: 'attack/one-outcome.test.ts › by a double click opens one session',
    weakened:
      'attack/one-outcome.test.ts › of two codes delivers both in a build that does not check the phase',
  },
  2: {
    title: 'DOM clobbering and settings in the document',
    tests: [
      'attack/dom-clobbering.test.ts › does not capture the modal',
      'attack/dom-clobbering.test.ts › chooses no application, address or callback where the page has pinned them',
    ],
    control: 'attack/dom-clobbering.test.ts › changes nothing: the flow completes',
    weakened:
      'attack/dom-clobbering.test.ts › captures it in a build that reads properties of the document by name',
  },
  3: {
    title: 'A polluted Object.prototype',
    tests: [
      'attack/dom-clobbering.test.ts › sets no option: neither the address nor the welcome',
      'unit/protocol/parse-message.test.ts › is read as own properties only',
    ],
    control: 'attack/dom-clobbering.test.ts › does not prevent the flow from completing',
    weakened:
      'attack/dom-clobbering.test.ts › sets options in a build that reads inherited properties',
  },
  4: {
    title: 'The strictest policy of a host, including Trusted Types',
    tests: [
      'attack/strict-csp.test.ts › runs the whole flow, including a failure and a second try, without a violation',
    ],
    control: 'attack/strict-csp.test.ts › has no effect when it only reports',
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
      'attack/forged-messages.test.ts › changes nothing and receives nothing, before, during and after the handshake',
      'attack/lookalike-origins.test.ts › is not answered',
    ],
    control:
      'attack/lookalike-origins.test.ts › is answered again after it navigated within the Connect origin',
    weakened:
      'attack/forged-messages.test.ts › ends the session in a build that accepts messages from any window',
  },
  8: {
    title: 'Stealing the port',
    tests: [
      'attack/navigated-frame.test.ts › does not reach the new document',
      'attack/handshake-race.test.ts › is ignored, and its port never receives a message',
    ],
    control: 'unit/channel/host-handshake.test.ts › to the Connect origin and to no other',
    weakened:
      'attack/navigated-frame.test.ts › reaches it in a build that does not name its target',
  },
  9: {
    title: 'The frame goes elsewhere in the middle of a session',
    tests: [
      'attack/navigated-frame.test.ts › ends in connection_lost, receives nothing, and Try again starts a new flow',
    ],
    control: 'attack/navigated-frame.test.ts › when it comes back to Connect in time',
    weakened: 'attack/lookalike-origins.test.ts › can end the session from any origin in a build',
  },
  10: {
    title: 'A third-party frame races the handshake',
    tests: ['attack/handshake-race.test.ts › sends no message at all'],
    control: 'attack/handshake-race.test.ts › is ignored, and the host is accepted',
    weakened:
      'attack/handshake-race.test.ts › captures the page in a build that listens to any window',
  },
  11: {
    title: 'An unregistered site frames or opens Connect',
    tests: [
      'attack/hostile-page.test.ts › is told only that its origin is not registered',
      'attack/hostile-page.test.ts › gets only a hello and a refusal when its origin is not registered',
    ],
    control: 'attack/hostile-page.test.ts › gets a flow when its origin is registered',
    weakened: 'attack/hostile-page.test.ts › gets a flow from a service that accepts any origin',
  },
  12: {
    title: 'Payloads of any shape',
    tests: [
      'attack/payloads.test.ts › that look like markup are shown as text',
      'attack/payloads.test.ts › are ignored in every shape, and the flow continues',
      'unit/protocol/parse-message.test.ts › never makes a parser throw',
    ],
    control: 'attack/payloads.test.ts › with the nonce of this flow is delivered',
    weakened: 'attack/payloads.test.ts › run in a build that renders them as markup',
  },
  13: {
    title: 'The page of a window, or a provider’s site in it, reaches back to the host',
    tests: [
      'browser/popup.test.ts › does not find it without an opener',
      'browser/redirect-providers.test.ts › gives the provider’s site no way to the host’s window',
    ],
    control:
      'browser/popup.test.ts › finds its host again when it returns, and continues over a new port',
    weakened: shownByControl,
  },
  14: {
    title: 'COOP cuts the window off',
    tests: [
      'browser/coop.test.ts › connects in a window, which is never reported as closed',
      'browser/coop.test.ts › that stays out of reach ends as opener_severed, but only when the user cancels',
    ],
    control: 'browser/coop.test.ts › is reported when the user closes it, and can be opened again',
    weakened: { none: 'the browser severs the window; the SDK has no defence to remove' },
  },
  15: {
    title: 'A blocked window, and the address of another person’s window',
    tests: [
      'unit/host/popup-surface.test.ts › a window opens on its way to the page, and without a name that another page could know',
      'attack/handoff-fixation.test.ts › leads into no flow by %s on another site',
    ],
    control: 'browser/popup.test.ts › is opened by a button of the modal',
    weakened:
      'attack/handoff-fixation.test.ts › would lead into the flow if the service did not ask for the number',
  },
  16: {
    title: 'A frame that fires load without a Connect page',
    tests: ['browser/faults.test.ts › a policy without Connect: frame_blocked at once'],
    control:
      'browser/faults.test.ts › shows after a second that it is loading, after three that it still is, and continues',
    weakened: { none: 'the browser fires `load` for the blocked frame; only `ready` counts' },
  },
  17: {
    title: 'Clickjacking and double clicks on Allow',
    tests: [
      'unit/page/consent-guard.test.ts › stays inert one millisecond before the delay is over',
      'unit/page/consent-view.test.tsx › refuses a click without an earlier movement, such as a double click',
      'attack/hostile-page.test.ts › is shown nothing and told nothing when it hides its origin',
    ],
    control:
      'unit/page/consent-view.test.tsx › accepts Allow after it was visible for a while and the pointer moved',
    weakened: shownByControl,
  },
  20: {
    title: 'Markup in every text that others can set',
    tests: [
      'attack/scanners.test.ts › finds nothing in the policy of %s',
      'service/dashboard-applications.test.ts › accepts markup in a name, and escapes it in the Connect page',
    ],
    control: 'attack/payloads.test.ts › that look like markup are shown as text',
    weakened: 'attack/scanners.test.ts › when the policy is weakened to allow it',
  },
  34: {
    title: 'Code or texts that load after the script that SRI checks',
    tests: ['attack/changed-language.test.ts › is English when its file %s'],
    control: 'attack/changed-language.test.ts › is Spanish when its file is unchanged',
    weakened: shownByControl,
  },
  42: {
    title: 'A start that throws halfway, and a window whose host is closed',
    tests: [
      'unit/host/load-session.test.ts › fails when a policy forbids the script: webpack throws once, and never settles afterwards',
      'browser/lost-host.test.ts › a window does not show success for a code without a receiver',
    ],
    control: 'browser/lost-host.test.ts › shows success, and the host has the code',
    weakened: shownByControl,
  },
  43: {
    title: 'Style sheets of the host',
    tests: ['browser/host-styles.test.ts › do not change the modal and its frame: %s'],
    control:
      'browser/host-styles.test.ts › do not affect a modal, which is visible and clickable in every part',
    weakened: { none: 'the control shows the same style sheets at work on the host’s own page' },
  },
  50: {
    title: 'A window above the consent, which closes between two clicks',
    tests: [
      'attack/double-clickjacking.test.ts › is no Allow when the mouse comes in from the decoy; a click that a person means is',
      'attack/double-clickjacking.test.ts › is no Allow when the mouse was in the window before, which gets the focus back',
      'unit/page/consent-view.test.tsx › refuses the second click of two when the window closes at the first: %s',
      'unit/page/consent-view.test.tsx › starts anew in a frame, which gets the focus back before the second click',
    ],
    control:
      'unit/page/consent-view.test.tsx › accepts a press in a frame, by %s, which takes the focus from the host’s page',
    weakened:
      'attack/double-clickjacking.test.ts › is a Deny, because Deny does not start again: without that, the attack works',
  },
  51: {
    title: 'A planted link on the host into a flow that its person did not start',
    tests: [
      'attack/handoff-fixation.test.ts › leads no further than to a question, by %s on the host',
      'attack/handoff-fixation.test.ts › is used up by a person in the same network who has not pressed Connect',
      'service/window-question.test.ts › uses the handoff up by three wrong numbers, in parallel, too',
    ],
    control: 'browser/coop.test.ts › connects from another network with the number of the modal',
    weakened:
      'attack/handoff-fixation.test.ts › would lead into the flow if the service did not ask for the number',
  },
};
