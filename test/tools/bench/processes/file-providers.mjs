// Plug-ins of the measurement of memory: providers whose records have a file of 10 MiB, made while it is read.
const bytes = 10 * 1024 * 1024;
const piece = new Uint8Array(64 * 1024).fill(37);

const record = {
  ...{ id: 'r1', type: 'return', name: 'Form 1040, 2024', tax_year: 2024, jurisdiction: 'US' },
  ...{ form: '1040', status: 'filed', filed_at: null },
  files: [{ id: 'f1', name: 'return.pdf', media_type: 'application/pdf', bytes }],
};

function createBody() {
  let sent = 0;
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(piece.slice());
        sent += piece.length;
        if (sent >= bytes) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

const refuse = async () => ({ status: 'refused' });

/** A provider serves 64 reads at a time, so several are needed. */
export default ['one', 'two', 'three', 'four'].map((id) => ({
  info: { id, name: id, domain: `${id}.example` },
  begin: refuse,
  answer: refuse,
  records: {
    list: async () => ({ status: 'ok', value: { records: [record] } }),
    read: async () => ({ status: 'ok', value: record }),
    file: async () => ({
      status: 'ok',
      value: { mediaType: 'application/pdf', body: createBody() },
    }),
  },
}));
