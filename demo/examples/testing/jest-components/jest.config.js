module.exports = {
  testEnvironment: 'jsdom',
  // Jest runs CommonJS, but the package contains only ES modules.
  transformIgnorePatterns: ['/node_modules/(?!tax-connect/)'],
  transform: {
    '\\.jsx?$': [
      'babel-jest',
      {
        presets: [
          ['@babel/preset-env', { targets: { node: 'current' } }],
          ['@babel/preset-react', { runtime: 'automatic' }],
        ],
      },
    ],
  },
};
