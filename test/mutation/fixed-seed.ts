import fc from 'fast-check';

/** Without it a property may fail by chance alone, and a mutant would count as killed. */
fc.configureGlobal({ seed: 20_261_122 });
