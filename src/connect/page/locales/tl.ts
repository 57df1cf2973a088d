import type { PageText } from './en.ts';

const numbers = new Intl.NumberFormat('fil');

/** Tagalog; its nouns do not change with the number. */
export const text: PageText = {
  languageTag: 'tl',
  direction: 'ltr',
  connectTo: (application) => `Ikonekta sa ${application}`,
  testBadge: 'Test',
  testBadgeHint: 'Application na pang-test: walang totoong account na ginagamit',
  cancel: 'Kanselahin',
  exit: {
    title: 'Umalis nang hindi kumokonekta?',
    advice: 'Kakailanganin mong magsimula ulit.',
    stay: 'Ituloy',
    leave: 'Umalis',
  },
  back: 'Pumili ng ibang provider',
  tryAgain: 'Subukan ulit',
  pressAgain: (button) => `Pindutin ulit ang “${button}”.`,
  close: 'Isara',
  startAgain: 'Magsimula ulit',
  reference: 'Reference',
  copy: 'Kopyahin',
  copied: 'Nakopya',
  unnamedProvider: 'Ang provider',
  unnamedDomain: 'sarili nitong site',
  problems: {
    access_denied: ({ application }) => [
      'Hindi pinayagan ang access',
      `Walang naibahagi sa ${application}.`,
    ],
    account_locked: ({ provider, domain }) => [
      `Ni-lock ng ${provider} ang account na ito`,
      `I-unlock ito sa ${domain}, saka subukan ulit dito.`,
    ],
    connection_lost: () => [
      'Nawala ang koneksyon',
      'Tingnan ang koneksyon mo sa internet, saka subukan ulit.',
    ],
    different_account: ({ provider }) => [
      'Ibang account ito',
      `Walang nabago. Mag-sign in sa ${provider} gamit ang account na ikinonekta mo.`,
    ],
    host_gone: ({ application }) => [
      `Hindi sumasagot ang ${application}`,
      `Baka na-reload o isinara ang page nito. Walang naibahagi. Bumalik sa ${application} at doon kumonekta ulit.`,
    ],
    invalid_answer: ({ provider }) => [
      `Hindi tinanggap ng ${provider} ang sagot na iyon`,
      'Suriin ito at subukang muli.',
    ],
    invalid_credentials: ({ provider }) => [
      `Hindi tinanggap ng ${provider} ang pag-sign in na ito`,
      'Tingnan ang inilagay mo, saka subukan ulit.',
    ],
    invalid_one_time_code: () => [
      'Tingnan ang code',
      'Mali ang code o nag-expire na ito. Ilagay ang pinakabagong natanggap mo.',
    ],
    invalid_options: () => [
      'Mali ang setup ng page na ito',
      'Makipag-ugnayan sa support ng site at ibigay ang reference na ito.',
    ],
    invalid_request: () => ['Nagkaproblema sa page na ito', 'Walang naibahagi. Magsimula ulit.'],
    invalid_step: () => [
      'Hindi na valid ang page na ito',
      'Baka dalawang beses itong binuksan. Magsimula ulit.',
    ],
    no_host: () => [
      'Buksan ang page na ito mula sa isang application',
      'Gumagana lang ito kapag binuksan ng isang application. Bumalik sa application at doon kumonekta.',
    ],
    not_approved: () => [
      'Hindi naaprubahan ang pag-sign in',
      'Kung nagkamali lang, subukang muli.',
    ],
    not_received: ({ application }) => [
      `Hindi kinumpirma ng ${application} ang koneksyon`,
      `Bumalik sa ${application}. Kung hindi nakakonekta roon ang account mo, doon kumonekta ulit.`,
    ],
    offline: () => ['Offline ka', 'Awtomatiko kaming susubok ulit kapag online ka na.'],
    origin_not_allowed: ({ application }) => [
      'Hindi puwedeng magkonekta ng account ang site na ito',
      `Hindi ito nakarehistro para sa ${application}. Makipag-ugnayan sa support ng site at ibigay ang reference na ito.`,
    ],
    protocol_error: ({ application }) => [
      `Hindi makaugnay ang page na ito sa ${application}`,
      'Makipag-ugnayan sa support ng application.',
    ],
    provider_unavailable: ({ provider }) => [
      `Hindi available ang ${provider} ngayon`,
      'Walang problema sa account mo. Subukan ulit mamaya.',
    ],
    rate_limited: () => [
      'Masyadong maraming pagsubok',
      'Maghintay ng isang minuto, saka subukan ulit.',
    ],
    server_error: () => [
      'Nagkaproblema sa panig namin',
      'Walang naibahagi. Subukan ulit pagkalipas ng ilang minuto.',
    ],
    session_expired: () => ['Nag-expire na ang session mo', 'Walang naibahagi. Magsimula ulit.'],
    session_ended: ({ application }) => [
      'Hindi na gumagana ang link na ito',
      `Nag-expire, nagamit na o binawi na ito. Bumalik sa ${application} at doon magsimula.`,
    ],
    submission_limit_reached: ({ application }) => [
      'Naubos na ang mga test sign-in',
      `Puwedeng itaas ng mga developer ng ${application} ang limit.`,
    ],
    timeout: () => [
      'Masyado itong matagal',
      'Tingnan ang koneksyon mo sa internet, saka subukan ulit.',
    ],
    unknown_client: () => [
      'Hindi nakarehistro ang application na ito',
      'Makipag-ugnayan sa support nito at ibigay ang reference na ito.',
    ],
    wrong_number: ({ application }) => [
      'Mali ang numerong iyon',
      `Ilagay ang ipinapakita ng ${application} ngayon.`,
    ],
  },
  waiting: {
    start: 'Naghahanda…',
    join: 'Nagpapatuloy…',
    select: 'Binubuksan ang pag-sign in…',
    back: 'Bumabalik…',
    login: 'Nagsa-sign in…',
    mfa: 'Sinusuri ang code…',
    resend: 'Ipinapadala…',
    push: 'Hinihintay ang pag-apruba mo…',
    allow: 'Kumokonekta…',
    deny: 'Kinakansela…',
    end: 'Tinatapos ang access…',
    stillWorking: (provider) => `Ginagawa pa rin. Mas matagal kaysa karaniwan ang ${provider}.`,
  },
  question: {
    title: (application) => `Pinindot mo ba ngayon lang ang Ikonekta sa ${application}?`,
    leadBefore: 'Magpatuloy lang kung ikaw mismo ang pumindot kani-kanina, sa ',
    leadAfter: '.',
    number: 'Numero',
    numberHint: (application) =>
      `May ipinapakitang 4 na digit ang ${application}. Kung wala, isara ang window na ito at ikonekta ulit.`,
    numberMissing: 'Ilagay ang numero.',
    confirm: 'Oo, magpatuloy',
    refuse: 'Hindi, hindi ako iyon',
  },
  link: {
    title: (application) => `Ikonekta ang tax account mo sa ${application}`,
    titleAgain: (application) => `Ikonekta ulit ang account mo sa ${application}`,
    decide: 'Pagkatapos, makikita mo kung ano ang ibabahagi, at papayagan o tatanggihan mo ito.',
    caution: (application) =>
      `Magsimula lang kung inaasahan mo ang link na ito mula sa ${application}. Kung hindi, isara ang page na ito, at walang maibabahagi.`,
    begin: 'Magsimula',
    done: 'Wala ka nang kailangang gawin dito. Puwede mo nang isara ang page na ito.',
    over: {
      connected: () => [
        'Nakakonekta na ang account mo',
        'Nagamit na ang link na ito. Puwede mo nang isara ang page na ito.',
      ],
      denied: (application) => [
        'Walang naibahagi',
        `Tinanggihan mo ang access gamit ang link na ito. Kung magbago ang isip mo, humingi ng bagong link sa ${application}.`,
      ],
      canceled: (application) => [
        'Binawi ang link na ito',
        `Walang naibahagi. Kung gusto mo pa ring ikonekta ang account mo, humingi ng bagong link sa ${application}.`,
      ],
      expired: (application) => [
        'Nag-expire na ang link na ito',
        `Walang naibahagi. Humingi ng bagong link sa ${application}.`,
      ],
      incomplete: () => [
        'Buksan ulit ang link',
        'Wala na ito sa page na ito. Buksan ito mula sa mensaheng natanggap mo.',
      ],
      left: () => [
        'Walang naibahagi',
        'Gumagana pa ang link. Magsimula ulit ngayon, o buksan ito mamaya.',
      ],
    },
  },
  select: {
    title: 'Piliin ang iyong tax provider',
    promise: (application) =>
      `Sa provider mo ikaw magsa-sign in. Hindi kailanman makikita ng ${application} ang password mo.`,
  },
  login: {
    title: (provider) => `Mag-sign in sa ${provider}`,
    promiseBefore: 'Magsa-sign in ka sa ',
    promiseAfter: (application) => `. Hindi kailanman makikita ng ${application} ang password mo.`,
    username: 'Username',
    password: 'Password',
    show: 'Ipakita',
    hide: 'Itago',
    submit: 'Mag-sign in',
    usernameMissing: 'Ilagay ang username mo.',
    passwordMissing: 'Ilagay ang password mo.',
  },
  again: {
    title: (provider) => `Mag-sign in ulit sa ${provider}`,
    labelBefore: 'Ikinonekta mo ang account na ito bilang ',
    labelAfter: '.',
    submit: 'Mag-sign in ulit',
  },
  test: {
    title: 'Test sign-in',
    code: 'Test code',
    hintBefore: 'Gamitin ang ',
    hintBetween: ' at ang password na ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `${numbers.format(left)} sa ${numbers.format(limit)} na test sign-in ang natitira.`,
  },
  mfa: {
    title: 'Ilagay ang code mo',
    lead: (provider) => `Pinadalhan ka ng ${provider} ng code na isang beses lang magagamit.`,
    sentBefore: (provider) => `Nagpadala ang ${provider} ng isang-beses na code sa `,
    sentAfter: '.',
    code: 'Isang-beses na code',
    submit: 'Magpatuloy',
    codeMissing: 'Ilagay ang code.',
    digits: (length) =>
      `${numbers.format(length)} digit. Magpapatuloy kami kapag nailagay mo na ang lahat.`,
    missing: 'Hindi mo natanggap?',
    missingAdvice: 'Maaaring umabot ito nang ilang minuto. Tingnan din ang spam folder mo.',
    missingStill: (provider) => `Wala pa rin? Mag-sign in muli o makipag-ugnayan sa ${provider}.`,
  },
  challenge: {
    resend: 'Ipadala muli',
    resendIn: (seconds) => `pagkalipas ng ${numbers.format(seconds)} s`,
    resent: 'Naipadala muli.',
    choiceTitle: 'Piliin kung paano magpapatuloy',
    choiceMissing: 'Pumili ng isa.',
    questionTitle: 'Isa pang tanong',
    answer: 'Ang sagot mo',
    answerMissing: 'Ilagay ang sagot mo.',
    fieldMissing: 'Punan ang field na ito.',
    pushTitle: 'Aprubahan ang pag-sign in',
    pushLead: (provider) =>
      `Hiniling ng ${provider} na aprubahan mo ang pag-sign in na ito, halimbawa sa app nito.`,
    pushWaiting: 'Hinihintay ang pag-apruba mo…',
    pushCancel: 'Kanselahin ang pag-sign in',
  },
  redirect: {
    lead: (provider) => `Magbubukas ang ${provider} ng sarili nitong page at ibabalik ka rito.`,
    submit: (provider) => `Magpatuloy sa ${provider}`,
  },
  consent: {
    title: (application, provider) =>
      `Ibahagi sa ${application} ang impormasyon mo sa ${provider}?`,
    account: 'Account',
    whatTitle: 'Ano',
    what: {
      returns: 'Ang mga tax return mo',
      forms: 'Mga tax form gaya ng W-2 at 1099',
      transcripts: 'Mga IRS transcript',
      documents: 'Iba pang dokumento sa buwis',
      identity: 'Ang pangalan, address at filing status mo',
    },
    sharedWith: 'Kanino',
    whatFor: 'Para saan',
    privacy: 'Privacy',
    howLongTitle: 'Tagal',
    howLong: 'Hanggang tapusin mo ito. Walang petsa ng pag-expire.',
    howLongDays: (days) => `${days}, maliban kung tapusin mo ito nang mas maaga.`,
    details: 'Mga detalye',
    verifiedOrigin: 'Beripikadong address',
    redirectHost: 'Ibabalik ka sa',
    notShared: 'Hindi ibinabahagi ang password mo.',
    revokeTitle: 'Pagtapos',
    revokeBefore: (application) => `Sa pamamagitan ng ${application} o sa `,
    revokeAfter: '.',
    allow: 'Payagan',
    deny: 'Tanggihan',
  },
  manage: {
    title: 'Mga application na may access',
    lead: 'Mag-sign in sa provider mo para makita kung aling mga application ang nakakabasa ng impormasyon mo, at para tapusin ito.',
    promiseAfter: '. Walang application na makakakita ng password mo.',
    listTitle: 'May access ang mga application na ito',
    none: 'Walang application na may access',
    since: 'Mula',
    until: 'Hanggang',
    untilEnded: 'Tapusin mo',
    lastRead: 'Huling binasa',
    never: 'Hindi pa',
    end: 'Tapusin ang access',
    endOf: (application) => `Tapusin ang access ng ${application}`,
    question: (application) => `Tapusin ang access ng ${application}?`,
    consequence: (application) =>
      `Wala nang mababasa ang ${application} pagkatapos nito. Maaaring nasa kanila pa rin ang nabasa na.`,
    keep: 'Panatilihin ang access',
    ended: (application) => `Wala nang access ang ${application}.`,
    whereBefore: 'Puwede mo itong tapusin anumang oras sa ',
    whereAfter: '.',
  },
  success: {
    title: 'Nakakonekta na ang account mo',
    body: (application) => `Mababasa na ng ${application} ang ibinahagi mo.`,
    popup: 'Kusang magsasara ang window na ito.',
  },
  denied: {
    title: 'Walang naibahagi',
    body: (application) =>
      `Walang access ang ${application}. Puwede mo nang isara ang window na ito.`,
  },
};
