// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Application } from '../../../src/connect/shapes/dashboard-answers.ts';
import { createPng } from '../../service/images.ts';
import {
  answer,
  changed,
  createProvider,
  fill,
  openApplication,
  post,
  press,
  type Replies,
  readField,
  readFocus,
  readRows,
  refuse,
} from './open-dashboard.tsx';

/** Opens a section of the settings; by default the first one. */
const open = (changes: Partial<Application> = {}, replies: Replies = {}, section = '') =>
  openApplication(`/settings#${section}`, changes, replies);

/** The sections with several fields, and the name of their button. */
const saving = {
  details: 'Save details',
  limits: 'Save limits',
  consent: 'Save consent terms',
} as const;

const findSection = async (name: string) => within(await screen.findByRole('region', { name }));

afterEach(() => vi.unstubAllGlobals());

describe('redirect URIs', () => {
  const local = { address: 'http://localhost:3000/callback', flag: 'local' } as const;
  const placeholder = { address: 'https://example.com/callback', flag: 'placeholder' } as const;

  it('are added: the field is emptied, keeps the focus, and the change is announced', async () => {
    const added = changed({ redirect_uris: [local] });
    const service = open({}, { [post('redirect-uris/add')]: added }, 'redirect-uris');
    const section = await findSection('Redirect URIs');
    section.getByText(/Without one only the embedded flow works/);

    await fill('New redirect URI', ` ${local.address} `);
    await press('Add redirect URI', `Added ${local.address}.`);

    section.getByText('Local test address: not for production');
    expect(readRows(section)).toHaveLength(1);
    expect(readField('New redirect URI')).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('New redirect URI'));
    expect(service.changes).toEqual([['redirect-uris/add', { redirect_uri: local.address }]]);
  });

  it('of a live application are marked when they are not for production, until they are removed', async () => {
    const own = { address: 'https://shop.io/callback', flag: null };
    const live = { environment: 'live', redirect_uris: [own, local, placeholder] } as const;
    const removed = { ...live, redirect_uris: [own, placeholder] };
    const replies = { [post('redirect-uris/remove')]: changed(removed) };
    open({ ...live, redirect_uris: [...live.redirect_uris] }, replies);
    const section = await findSection('Redirect URIs');
    section.getByText('Not for production.');
    section.getByText('This application is live: remove the 2 addresses marked below.');
    section.getByText('Local test address: remove it in production');
    section.getByText('Placeholder address: remove it in production');

    await press(`Remove redirect URI ${local.address}`, `Removed ${local.address}.`);

    await expect.poll(readFocus).toBe('Redirect URIs');
    section.getByText('This application is live: remove the address marked below.');
    expect(screen.queryByText(local.address)).toBeNull();
    screen.getByText(placeholder.address);
  });
});

it('of a live application name no page on localhost, and have no limit of test sign-ins', async () => {
  open({ environment: 'live', submissions: null }, {}, 'origins');

  const section = await findSection('Embedding origins');

  section.getByText('These sites may embed Connect.');
  section.getByText('None yet, so only pages on localhost can embed Connect.');
  expect(section.queryByText('Refused in the last 24 hours')).toBeNull();
  screen.getByText('It must use https.');
  screen.getByLabelText('Access token lifetime (days)');
  expect(screen.queryByLabelText('Limit of test sign-ins')).toBeNull();
});

it.each([
  ['redirect-uris', 'redirect_uri', 'Redirect URIs', 'redirect URI', 'a redirect URI'],
  ['origins', 'origin', 'Embedding origins', 'origin', 'an embedding origin'],
] as const)(
  'addresses that were refused are added by a button, if they can be: %s',
  async (...row) => {
    const [path, field, title, name, words] = row;
    const list = path === 'origins' ? 'refused_origins' : 'refused_redirect_uris';
    const refused = { [field]: 'https://shop.io', refused_at: 1, is_registrable: true };
    const insecure = { ...refused, [field]: 'http://shop.io', is_registrable: false };
    const added = [{ address: 'https://shop.io', flag: null }];
    const after = { [field === 'origin' ? 'origins' : 'redirect_uris']: added, [list]: [insecure] };
    const before = { [list]: [refused, insecure] };
    const service = open(before, { [post(`${path}/add`)]: changed(after) }, path);
    const section = await findSection(title);
    const names = section.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

    await press(`Add refused ${name} https://shop.io`, 'Added https://shop.io.');

    await expect.poll(readFocus).toBe(title);
    section.getByText(new RegExp(`^Cannot be added: ${words} must use https`));
    section.getByRole('button', { name: /^Remove .* https:\/\/shop\.io$/ });
    expect(names).not.toContain(`Add refused ${name} http://shop.io`);
    expect(service.changes).toEqual([[`${path}/add`, { [field]: 'https://shop.io' }]]);
  },
);

describe('the settings', () => {
  it('rename the application, also beside its pages, and cannot be discarded meanwhile', async () => {
    const service = open();
    const release = service.hold(post('rename'));

    await fill('Name', ' Market ');
    await press('Save details');
    await press('Discard changes of details');
    expect(readField('Name')).toBe(' Market ');
    await release(changed({ name: 'Market' }));

    await screen.findByText('The details are saved.');
    screen.getByText('Saved');
    screen.getByText('Market', { selector: 'strong *' });
    expect(service.changes).toEqual([['rename', { name: 'Market' }]]);
  });

  it('are saved one after the other, up to the first one that is refused', async () => {
    const replies = { [post('rename')]: changed({ name: 'Market' }) };
    const service = open({}, { ...replies, [post('brand')]: refuse(400, 'Too pale.') });
    await fill('Name', 'Market');
    await fill('Accent', '#ffffff');
    await fill('Support URL', 'https://a.io');

    await press('Save details');

    await screen.findByRole('textbox', { name: 'Accent', description: /Too pale\.$/ });
    const sent = [
      ['rename', { name: 'Market' }],
      ['brand', { accent_color: '#ffffff' }],
    ];
    expect(service.changes).toEqual(sent);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.queryByText('The details are saved.')).toBeNull();
  });

  it('that a file sets are shown and cannot be edited; the choice of providers can', async () => {
    open({ source: 'file', accent_color: '#112233', purpose: 'To help.' });

    await screen.findByText(
      /change its fields there, in APPLICATIONS_FILE. Choose its providers here/,
    );
    (await findSection('Logo')).getByText('None, so people see the initials');

    screen.getByText('#112233');
    screen.getByText(/lose their connections. Remove it from APPLICATIONS_FILE, or it comes back/);
    screen.getByText('To help.', { selector: '#consent *' });
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('To help.');
    await screen.findByRole('button', { name: 'Save providers' });
    expect(screen.getAllByRole('button', { name: /^Save/ })).toHaveLength(1);
  });
});

describe('a detail of an application', () => {
  const before = {
    ...{
      accent_color: '#112233',
      support_url: 'https://b.io',
      token_days: 7,
      submission_limit: 20,
    },
    ...{ purpose: 'To help.', privacy_url: 'https://b.io', consent_days: 7 },
  };
  const answers = {
    brand: ['details', 'The details are saved.'],
    'token-days': ['limits', 'The limits are saved.'],
    'submission-limit': ['limits', 'The limits are saved.'],
    'consent-terms': ['consent', 'The consent terms are saved.'],
  } as const;

  it.each([
    ['brand', 'Accent', '#0b6e4f', { accent_color: '#0b6e4f' }],
    ['brand', 'Accent', '', { accent_color: null }],
    ['brand', 'Support URL', 'https://a.io/help', { support_url: 'https://a.io/help' }],
    ['token-days', 'Access token lifetime (days)', '1', { token_days: 1 }],
    ['submission-limit', 'Limit of test sign-ins', '0', { submission_limit: 0 }],
    ['submission-limit', 'Limit of test sign-ins', '', { submission_limit: null }],
    ['consent-terms', 'Purpose', 'To work it out.', { purpose: 'To work it out.' }],
    ['consent-terms', 'Purpose', '', { purpose: null }],
    [
      ...(['consent-terms', 'Purpose', 'To help.\nes: Ayudar.\npt-BR: Ajudar.'] as const),
      { purpose: { default: 'To help.', es: 'Ayudar.', 'pt-BR': 'Ajudar.' } },
    ],
    ['consent-terms', 'Privacy policy URL', 'https://a.io/p', { privacy_url: 'https://a.io/p' }],
    ['consent-terms', 'Privacy policy URL', '', { privacy_url: null }],
    ['consent-terms', 'Consent duration (days)', '366', { consent_days: 366 }],
  ] as const)('of %s: %s can be changed to "%s"', async (...row) => {
    const [path, label, typed, sent] = row;
    const [tab, saved] = answers[path];
    const service = open(before, { [post(path)]: changed({ ...before, ...sent }) }, tab);

    await fill(label, typed);
    await press(saving[tab], saved);

    expect(service.changes).toEqual([[`${path}`, sent]]);
    expect(readField(label)).toBe(typed);
  });
});

it.each<[tab: keyof typeof saving, name: string, typed: string, reason: string, path?: string]>([
  ['consent', 'Consent duration (days)', '400', 'Type a whole number from 1 to 366, or nothing.'],
  ['limits', 'Access token lifetime (days)', '0', 'Type a whole number from 1 to 366, or nothing.'],
  ['limits', 'Limit of test sign-ins', '1000000001', 'from 0 to 1,000,000,000, or nothing.'],
  ['limits', 'Limit of test sign-ins', '1e2', 'from 0 to 1,000,000,000, or nothing.'],
  ['details', 'Name', '   ', 'Enter a name.'],
  ['consent', 'Purpose', 'To help.\nAyudar.', 'such as “es:”: Ayudar.'],
  // These are refused by the service.
  ['details', 'Name', '\u202e', 'A name has 1 to 100 characters.', 'rename'],
  ['consent', 'Privacy policy URL', 'ftp://a.io', 'The URL must use https.', 'consent-terms'],
])('%s keep in “%s” a wrong "%s", and say why until it is taken back: %s', async (...row) => {
  const [tab, name, typed, reason, path] = row;
  const service = open({}, path ? { [post(path)]: refuse(400, reason) } : {}, tab);

  const before = (await screen.findByLabelText<HTMLInputElement>(name)).value;
  await fill(name, typed);
  await press(saving[tab]);

  const described = { name, description: new RegExp(`${reason}$`) };
  await screen.findByRole('textbox', described);
  expect(readField(name)).toBe(typed);
  expect(document.activeElement).toBe(screen.getByLabelText(name));
  expect(service.changes).toHaveLength(path ? 1 : 0);
  await fill(name, before);
  await expect.poll(() => screen.queryByRole('textbox', described)).toBeNull();
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

    const readReason = () => screen.getByRole('alert').textContent;
    await expect.poll(readReason).toBe('A logo has at most 48 kB.');
    expect(changed).toBe('Your browser cannot read this file: choose it again.');
    const sizes = read.mock.contexts.map((blob) => (blob as Blob).size);
    expect(Math.max(...sizes)).toBeLessThan(50_000);
    expect(service.changes).toEqual([]);
  });

  it('is drawn in the preview as it was chosen last', async () => {
    open();
    const waiting: ((picture: string) => void)[] = [];
    vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => waiting.push(resolve)));
    const drawImage = vi.fn();
    const paint = vi.spyOn(HTMLCanvasElement.prototype, 'getContext');
    paint.mockReturnValue({ drawImage } as unknown as null);
    onTestFinished(() => paint.mockRestore());
    for (const side of [64, 128]) await choose(new Uint8Array(createPng(side)));
    await expect.poll(() => waiting.length).toBe(2);
    for (const [index, draw] of waiting.entries()) draw(`picture ${index}`);

    await expect.poll(() => drawImage.mock.calls).toEqual([['picture 1', 0, 0, 96, 96]]);
  });

  it('is set, shown and removed, and another one can be chosen meanwhile', async () => {
    const png = createPng(64);
    const logo = '/connect/logos/test_shop.png';
    const service = open();
    const readPicture = () => {
      const picture = screen.getByRole('region', { name: 'Preview' }).querySelector('canvas, img');
      return picture?.getAttribute('src') ?? picture?.localName;
    };
    await choose(new Uint8Array(png));
    await expect.poll(readPicture).toBe('canvas');
    const release = service.hold(post('logo'));
    await press('Save logo');
    await choose(new Uint8Array(createPng(32)));
    await release(changed({ logo }));
    await screen.findByText('The logo is saved.');
    screen.getByText('logo.png');
    await choose(null);
    await expect.poll(readPicture).toBe(logo);

    service.on(post('logo'), changed({}));
    await press('Remove logo', 'The logo is removed.');

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
    const providers = [createProvider('sandbox', 'Sandbox')];
    const replies = { 'GET providers': answer({ providers }) };
    open({ purpose: 'To lend.', consent_days: 30, origins }, replies, 'consent');
    await findSection('Preview');
    const description = /Without a purpose, consent gives no reason\./;
    const field = screen.getByRole('textbox', { name: 'Purpose', description });
    expect(field.getAttribute('dir')).toBe('auto');
    await expect.poll(readText).toMatch(/DataYour tax returnsTax forms such as W-2 and 1099P/);
    expect(readText()).toMatch(/information with \W*Corner Shop.*To lend\..*How long30 days/);
    expect(readText()).toMatch(/DetailsVerified addresshttps:\/\/shop\.example/);
    expect(readText()).not.toContain('Privacy');

    await fill('Purpose', 'To insure you.\nes: Para asegurarte.');
    await fill('Privacy policy URL', 'https://shop.io/privacy');
    await fill('Consent duration (days)', '');

    await expect.poll(readText).toMatch(/To insure you\..*How longUntil.*Privacy/);
    expect(readText()).not.toContain('asegurarte');
    const privacy = screen.getByRole('link', { name: 'Privacy' });
    expect(privacy.getAttribute('href')).toBe('https://shop.io/privacy');
  });

  it('has the name and the accent as they are typed, until they are given up', async () => {
    open({ accent_color: '#0b6e4f' });
    await fill('Name', 'Market');
    await fill('Accent, as a colour', '#445566');
    expect(readField('Accent')).toBe('#445566');
    await fill('Accent', '#B3361A');
    expect(readField('Accent, as a colour')).toBe('#b3361a');
    await expect.poll(readText).toMatch(/Market\W*\?/);
    const painted = document.querySelector<HTMLElement>('[style*="--brand"]');
    expect(painted?.style.getPropertyValue('--brand')).toBe('#B3361A');
    expect(readText()).not.toContain('Corner Shop');

    const discard = screen.getByRole('button', { name: 'Discard changes of details' });
    await expect.poll(() => discard.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(discard);

    expect(readFocus()).toBe('Details');
    screen.getByText('The changes are discarded.');
    await expect.poll(readText).toMatch(/information with \W*Corner Shop/);
    expect(readText()).not.toContain('Market');
    expect(painted?.style.getPropertyValue('--brand')).toBe('#0b6e4f');
    expect(readField('Accent, as a colour')).toBe('#0b6e4f');
  });
});

it('the deletion refuses a wrong name, keeps it in its field, and then accepts the right one', async () => {
  const field = 'Type “Corner Shop” to delete it for good';
  const reason = 'This is not the name of the application.';
  const service = open({}, { [post('delete')]: refuse(400, reason) }, 'delete');
  await fill(field, 'Shop');
  await press('Delete for good');
  await screen.findByRole('textbox', { name: field, description: reason });
  expect(readField(field)).toBe('Shop');

  service.on(post('delete'), answer({ deleted: 'test_shop' }));
  service.on('GET applications', answer({ applications: [] }));
  await fill(field, 'Corner Shop');
  await press('Delete for good', 'Corner Shop is deleted.');

  await screen.findByText(/Nothing is registered yet/);
  await expect.poll(readFocus).toBe('Applications');
  expect(service.changes.map(([, body]) => body)).toEqual([
    { name: 'Shop' },
    { name: 'Corner Shop' },
  ]);
});
