// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Application } from '../../../src/connect/shapes/dashboard-answers.ts';
import { createPng } from '../../service/images.ts';
import {
  answer,
  changed,
  fill,
  follow,
  openApplication,
  post,
  press,
  readField,
  readFocus,
  refuse,
} from './open-dashboard.tsx';

type Replies = Parameters<typeof openApplication>[2];
/** Opens the tab of a section; by default the first one. */
const open = (changes: Partial<Application> = {}, replies: Replies = {}, section = '') =>
  openApplication(`/settings#${section}`, changes, replies);

const findSection = async (name: string) => within(await screen.findByRole('region', { name }));

afterEach(() => vi.unstubAllGlobals());

describe('redirect URIs', () => {
  const local = { address: 'http://localhost:3000/callback', flag: 'local' } as const;
  const placeholder = { address: 'https://example.com/callback', flag: 'placeholder' } as const;

  it('are added: the field is emptied, keeps the focus, and the change is announced', async () => {
    const service = open(
      {},
      { [post('redirect-uris/add')]: changed({ redirect_uris: [local] }) },
      'redirect-uris',
    );
    const section = await findSection('Redirect URIs');
    section.getByText(/Without one only the embedded flow works/);

    await fill('New redirect URI', ` ${local.address} `);
    await press('Add redirect URI');

    await screen.findByText(`Added ${local.address}.`);
    section.getByText('Local test address: not for production');
    expect(section.getAllByRole('row').slice(1)).toHaveLength(1);
    expect(readField('New redirect URI')).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('New redirect URI'));
    expect(service.changes).toEqual([
      ['applications/test_shop/redirect-uris/add', { redirect_uri: local.address }],
    ]);
  });

  it('that are refused stay in the field, with the reason until the next try', async () => {
    const reason = 'This redirect URI is registered already.';
    const refused = { [post('redirect-uris/add')]: refuse(400, reason) };
    const service = open({ redirect_uris: [local] }, refused, 'redirect-uris');

    await fill('New redirect URI', local.address);
    await press('Add redirect URI');

    const section = await findSection('Redirect URIs');
    await section.findByRole('textbox', { name: 'New redirect URI', description: reason });
    expect(readField('New redirect URI')).toBe(local.address);
    expect(section.getAllByRole('row').slice(1)).toHaveLength(1);
    service.on(post('redirect-uris/add'), changed({ redirect_uris: [local] }));
    await press('Add redirect URI');
    await screen.findByText(`Added ${local.address}.`);
    expect(section.queryByText(reason)).toBeNull();
  });

  it('of a live application are marked when they are not for production', async () => {
    open({ environment: 'live', redirect_uris: [local, placeholder] }, {}, 'redirect-uris');

    const section = await findSection('Redirect URIs');

    section.getByText('Not for production.');
    section.getByText(/remove the 2 addresses marked below/);
    section.getByText('Local test address: remove it in production');
    section.getByText('Placeholder address: remove it in production');
  });

  it('are removed, and the heading gets the focus of the button', async () => {
    open(
      { redirect_uris: [local, placeholder] },
      { [post('redirect-uris/remove')]: changed({ redirect_uris: [placeholder] }) },
      'redirect-uris',
    );

    await press(`Remove redirect URI ${local.address}`);

    await screen.findByText(`Removed ${local.address}.`);
    await expect.poll(readFocus).toBe('Redirect URIs');
    expect(screen.queryByText(local.address)).toBeNull();
    screen.getByText(placeholder.address);
  });
});

it('embedding origins without an entry say where the application can be embedded', async () => {
  open({ environment: 'live', submissions: null }, {}, 'origins');

  const section = await findSection('Embedding origins');

  section.getByText(/only pages on localhost can/);
  expect(section.queryByText('Refused in the last 24 hours')).toBeNull();
});

describe('addresses that were refused', () => {
  it.each([
    ['redirect-uris', 'redirect_uri', 'Redirect URIs', 'redirect URI', 'a redirect URI'],
    ['origins', 'origin', 'Embedding origins', 'origin', 'an embedding origin'],
  ] as const)('are added by a button, if they can be: %s', async (...row) => {
    const [path, field, title, name, words] = row;
    const list = path === 'origins' ? 'refused_origins' : 'refused_redirect_uris';
    const refused = { [field]: 'https://shop.io', refused_at: 1, is_registrable: true };
    const insecure = { ...refused, [field]: 'http://shop.io', is_registrable: false };
    const added = [{ address: 'https://shop.io', flag: null }];
    const after = { [field === 'origin' ? 'origins' : 'redirect_uris']: added, [list]: [insecure] };
    const service = open(
      { [list]: [refused, insecure] },
      { [post(`${path}/add`)]: changed(after) },
      path,
    );
    const section = await findSection(title);
    const names = section.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

    await press(`Add refused ${name} https://shop.io`);

    await screen.findByText('Added https://shop.io.');
    await expect.poll(readFocus).toBe(title);
    section.getByText(new RegExp(`^Cannot be added: ${words} must use https`));
    section.getByRole('button', { name: /^Remove .* https:\/\/shop\.io$/ });
    expect(names).not.toContain(`Add refused ${name} http://shop.io`);
    expect(service.changes).toEqual([
      [`applications/test_shop/${path}/add`, { [field]: 'https://shop.io' }],
    ]);
  });
});

describe('the settings', () => {
  it('rename the application, also beside its pages', async () => {
    const service = open({}, { [post('rename')]: changed({ name: 'Market' }) });

    await fill('Name', ' Market ');
    await press('Save details');

    await screen.findByText('The details are saved.');
    screen.getByText('Market', { selector: 'strong *' });
    expect(service.changes).toEqual([['applications/test_shop/rename', { name: 'Market' }]]);
  });

  it('keep a name that is refused, and say why', async () => {
    open({}, { [post('rename')]: refuse(400, 'A name has 1 to 100 characters.') });
    await fill('Name', '   ');
    await press('Save details');
    await screen.findByRole('textbox', { name: 'Name', description: /Enter a name\.$/ });

    await fill('Name', '\u202e');
    await press('Save details');

    await screen.findByRole('textbox', { name: 'Name', description: /1 to 100 characters\.$/ });
    screen.getByText('Corner Shop', { selector: 'strong *' });
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });

  it.each([
    ['7', 7],
    ['', null],
  ] as const)('set the limit of test sign-ins to "%s"', async (typed, submission_limit) => {
    const submissions = { limit: 7, used: 1, page: { limit: 5, used: 1 } };
    const service = open(
      { submission_limit: 20 },
      { [post('submission-limit')]: changed({ submissions, submission_limit }) },
      'limits',
    );
    await screen.findAllByText('Corner Shop');
    service.on('GET applications/test_shop', changed({ submissions, submission_limit }));

    await fill('Limit of test sign-ins', typed);
    await press('Save limits');

    await screen.findByText('The limits are saved.');
    await follow('Overview');
    await screen.findByText(/^4 of 5 sign-ins left/);
    screen.getByText('(6 of 7 including your backend)');
    expect(service.changes).toEqual([
      ['applications/test_shop/submission-limit', { submission_limit }],
    ]);
  });

  it('do not send a limit that is not a number', async () => {
    const service = open({}, {}, 'limits');

    await fill('Limit of test sign-ins', 'many');
    await press('Save limits');

    expect((await screen.findByRole('alert')).textContent).toContain('Type a whole number');
    expect(readField('Limit of test sign-ins')).toBe('many');
    expect(service.changes).toEqual([]);
  });

  it('of a live application have no limit of sign-ins', async () => {
    open({ environment: 'live', submissions: null }, {}, 'limits');

    await screen.findByLabelText('Access token lifetime (days)');

    expect(screen.queryByLabelText('Limit of test sign-ins')).toBeNull();
  });

  it('that a file sets are shown and cannot be edited; the choice of providers can', async () => {
    open({ source: 'file', accent_color: '#112233', purpose: 'To help.' });

    await screen.findByText(/^Set by APPLICATIONS_FILE/);

    screen.getByText('#112233');
    for (const tab of ['Limits', 'Consent terms']) {
      expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
      await follow(tab);
    }
    await screen.findByText('To help.', { selector: '#consent *' });
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
    await follow('Providers offered');
    await screen.findByRole('button', { name: 'Save providers' });
  });
});

describe('the swatch of the accent', () => {
  const readSwatch = () => readField('Accent, as a colour');

  it('shows the colour that is typed', async () => {
    open({ accent_color: '#112233' });
    await screen.findByLabelText('Accent');
    await expect.poll(readSwatch).toBe('#112233');

    await fill('Accent', '#0B6E4F');

    expect(readSwatch()).toBe('#0b6e4f');
  });

  it('changes the text, which is saved', async () => {
    const sent = { accent_color: '#0b6e4f' };
    const service = open({}, { [post('brand')]: changed(sent) });

    await fill('Accent, as a colour', '#0b6e4f');
    expect(readField('Accent')).toBe('#0b6e4f');
    await press('Save details');

    await screen.findByText('The details are saved.');
    expect(service.changes).toEqual([['applications/test_shop/brand', sent]]);
  });
});

describe('a detail of an application', () => {
  const before = {
    ...{ accent_color: '#112233', support_url: 'https://b.io', token_days: 7 },
    ...{ purpose: 'To help.', privacy_url: 'https://b.io', consent_days: 7 },
  };
  const answers = {
    brand: ['details', 'Save details', 'The details are saved.'],
    'token-days': ['limits', 'Save limits', 'The limits are saved.'],
    'consent-terms': ['consent', 'Save consent terms', 'The consent terms are saved.'],
  } as const;

  it.each([
    ['brand', 'Accent', '#0b6e4f', { accent_color: '#0b6e4f' }],
    ['brand', 'Accent', '', { accent_color: null }],
    ['brand', 'Support URL', 'https://a.io/help', { support_url: 'https://a.io/help' }],
    ['token-days', 'Access token lifetime (days)', '90', { token_days: 90 }],
    ['token-days', 'Access token lifetime (days)', '', { token_days: null }],
    ['consent-terms', 'Purpose', 'To work it out.', { purpose: 'To work it out.' }],
    ['consent-terms', 'Purpose', '', { purpose: null }],
    [
      ...(['consent-terms', 'Purpose', 'To help.\nes: Para ayudar.'] as const),
      { purpose: { default: 'To help.', es: 'Para ayudar.' } },
    ],
    ['consent-terms', 'Privacy policy URL', 'https://a.io/p', { privacy_url: 'https://a.io/p' }],
    ['consent-terms', 'Privacy policy URL', '', { privacy_url: null }],
    ['consent-terms', 'Consent duration (days)', '90', { consent_days: 90 }],
    ['consent-terms', 'Consent duration (days)', '', { consent_days: null }],
  ] as const)('of %s: %s can be changed to "%s"', async (...row) => {
    const [path, label, typed, sent] = row;
    const [section, button, saved] = answers[path];
    const service = open(before, { [post(path)]: changed({ ...before, ...sent }) }, section);

    await fill(label, typed);
    await press(button);

    await screen.findByText(saved);
    expect(service.changes).toEqual([[`applications/test_shop/${path}`, sent]]);
    expect(readField(label)).toBe(typed);
  });
});

it('consent shows why a term is refused, beside its field', async () => {
  const reason = 'The privacy policy URL must be an https address.';
  const service = open({}, { [post('consent-terms')]: refuse(400, reason) }, 'consent');
  await fill('Privacy policy URL', 'ftp://a.io');
  await press('Save consent terms');
  const section = await findSection('Consent terms');

  await section.findByRole('textbox', {
    name: 'Privacy policy URL',
    description: new RegExp(reason),
  });
  expect(service.changes).toHaveLength(1);
});

it.each([
  ['consent', 'Consent duration (days)', '400', '1 to 366'],
  ['consent', 'Consent duration (days)', 'a year', '1 to 366'],
  ['limits', 'Access token lifetime (days)', '0', '1 to 366'],
  ['limits', 'Limit of test sign-ins', '1000000001', '0 to 1,000,000,000'],
] as const)('%s names the range of “%s” for "%s", and saves nothing', async (...row) => {
  const [tab, name, typed, range] = row;
  const service = open({}, {}, tab);

  await fill(name, typed);
  await press(tab === 'consent' ? 'Save consent terms' : 'Save limits');

  const description = new RegExp(`Type a whole number from ${range}, or nothing.`);
  await screen.findByRole('textbox', { name, description });
  expect(service.changes).toEqual([]);
});

describe('the logo', () => {
  const choose = async (bytes: Uint8Array<ArrayBuffer> | null) => {
    const value = bytes === null ? [] : [new File([bytes], 'logo.png')];
    const input = await screen.findByLabelText('Logo', { selector: 'input' });
    Object.defineProperty(input, 'files', { value, configurable: true });
    fireEvent.input(input);
    fireEvent.change(input);
  };

  it.each([
    ['no picture', undefined, 'Choose a picture first.'],
    ['a text', Buffer.from('<svg/>'), 'A logo is a PNG or WebP picture.'],
    ['a banner', createPng(64, 32), 'A logo is square; this one has 64 × 32 pixels.'],
  ])('is not sent when it is %s', async (_, bytes, reason) => {
    const service = open();
    if (bytes) await choose(new Uint8Array(bytes));

    await press('Save logo');

    expect((await screen.findByRole('alert')).textContent).toBe(reason);
    expect(service.changes).toEqual([]);
  });

  it('is refused when its file has changed since it was chosen, or is too large to be read', async () => {
    const service = open();
    await choose(new Uint8Array(5_000_000));
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer');
    onTestFinished(() => read.mockRestore());
    read.mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
    await press('Save logo');
    const changed = (await screen.findByRole('alert')).textContent;
    await press('Save logo');

    await expect
      .poll(() => screen.getByRole('alert').textContent)
      .toBe('A logo has at most 48 kB.');
    expect(changed).toBe('Your browser cannot read this file: choose it again.');
    const sizes = read.mock.contexts.map((blob) => (blob as Blob).size);
    expect(Math.max(...sizes)).toBeLessThan(50_000);
    expect(service.changes).toEqual([]);
  });

  it('is drawn in the preview as it was chosen last', async () => {
    open();
    const waiting: ((picture: string) => void)[] = [];
    vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => waiting.push(resolve)));
    const drawn: unknown[] = [];
    const paint = vi.spyOn(HTMLCanvasElement.prototype, 'getContext');
    paint.mockImplementation(function getContext(this: HTMLCanvasElement) {
      const drawImage = (picture: unknown) => this.isConnected && drawn.push(picture);
      return { drawImage } as unknown as null;
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      paint.mockRestore();
    });
    for (const side of [64, 128]) await choose(new Uint8Array(createPng(side)));
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.('second');
    await expect.poll(() => drawn).toEqual(['second']);
    waiting[0]?.('first');
    await Promise.resolve();

    expect(drawn).toEqual(['second']);
  });

  it('that is chosen while another one is saved can be saved next', async () => {
    const service = open();
    const release = service.hold(post('logo'));
    await choose(new Uint8Array(createPng(64)));
    await press('Save logo');
    await choose(new Uint8Array(createPng(32)));
    await release(changed({ logo: '/connect/logos/test_shop.png' }));
    await screen.findByRole('button', { name: 'Remove logo' });

    screen.getByText('logo.png');
  });

  it('is set, shown and removed', async () => {
    const png = createPng(64);
    const logo = '/connect/logos/test_shop.png';
    const service = open({}, { [post('logo')]: changed({ logo }) });
    const readPicture = () => {
      const picture = screen.getByRole('region', { name: 'Preview' }).querySelector('canvas, img');
      return picture?.getAttribute('src') ?? picture?.localName;
    };
    await choose(new Uint8Array(png));
    await expect.poll(readPicture).toBe('canvas');
    await press('Save logo');
    await screen.findByText('The logo is saved.');
    await choose(null);
    await expect.poll(readPicture).toBe(logo);

    service.on(post('logo'), changed({}));
    await press('Remove logo');

    await screen.findByText('The logo is removed.');
    await expect.poll(readPicture).toBeUndefined();
    expect(service.changes.map(([, body]) => body)).toEqual([
      { logo: png.toString('base64') },
      { logo: null },
    ]);
  });
});

describe('the preview', () => {
  const readText = () => screen.getByRole('region', { name: 'Preview' }).textContent;

  it('shows the registered terms, and then what is typed', async () => {
    const origins = [{ address: 'https://shop.example', flag: null }];
    open({ purpose: 'To lend.', consent_days: 30, origins }, {}, 'consent');
    await findSection('Preview');
    const before = readText();

    await fill('Purpose', 'To insure you.\nes: Para asegurarte.');
    await fill('Privacy policy URL', 'https://shop.io/privacy');
    await fill('Consent duration (days)', '');

    expect(before).toMatch(/information with \W*Corner Shop.*To lend\..*How long30 days/);
    expect(before).toMatch(/DetailsVerified addresshttps:\/\/shop\.example/);
    expect(before).not.toContain('Privacy');
    await expect.poll(readText).toMatch(/To insure you\..*How longUntil.*Privacy/);
    expect(readText()).not.toContain('asegurarte');
    expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(
      'https://shop.io/privacy',
    );
  });

  it('has the name and the accent as they are typed, until they are given up', async () => {
    open({ accent_color: '#0b6e4f' });
    await fill('Name', 'Market');
    await fill('Accent', '#B3361A');
    await expect.poll(readText).toMatch(/Market\W*\?/);
    const painted = document.querySelector<HTMLElement>('[style*="--brand"]');
    expect(painted?.style.getPropertyValue('--brand')).toBe('#B3361A');
    expect(readText()).not.toContain('Corner Shop');

    await follow('Consent terms');
    await press('Leave without saving');

    await expect.poll(readFocus).toBe('Consent terms');
    expect(readText()).toMatch(/information with \W*Corner Shop/);
    expect(readText()).not.toContain('Market');
  });

  it('is there when a file sets the values, too', async () => {
    open({ source: 'file', purpose: 'To lend.' });
    await findSection('Preview');

    expect(readText()).toMatch(/Corner Shop.*To lend\./);
  });
});

describe('the deletion', () => {
  const field = 'Type “Corner Shop” to delete it for good';

  it('refuses a wrong name, keeps it in its field, and then accepts the right one', async () => {
    const reason = 'This is not the name of the application.';
    const service = open({}, { [post('delete')]: refuse(400, reason) }, 'delete');
    await fill(field, 'Shop');
    await press('Delete for good');
    await screen.findByRole('textbox', { name: field, description: reason });
    const kept = readField(field);

    service.on(post('delete'), answer({ deleted: 'test_shop' }));
    service.on('GET applications', answer({ applications: [] }));
    await fill(field, 'Corner Shop');
    await press('Delete for good');

    await screen.findByText('Corner Shop is deleted.');
    await screen.findByText(/Nothing is registered yet/);
    await expect.poll(readFocus).toBe('Applications');
    expect(kept).toBe('Shop');
    expect(service.changes.map(([, body]) => body)).toEqual([
      { name: 'Shop' },
      { name: 'Corner Shop' },
    ]);
  });
});
