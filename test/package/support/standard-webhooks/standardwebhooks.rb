require 'base64'
require 'json'
require 'openssl'

module StandardWebhooks
  class WebhookVerificationError < StandardError; end

  class Webhook
    def initialize(secret)
      @key = Base64.decode64(secret.delete_prefix('whsec_'))
    end

    def verify(payload, headers)
      id, sent, signatures = headers.values_at('webhook-id', 'webhook-timestamp', 'webhook-signature')
      raise WebhookVerificationError, 'Missing required headers' unless id && sent && signatures
      raise WebhookVerificationError, 'Too old or too new' if (Time.now.to_i - Integer(sent)).abs > 300

      hash = OpenSSL::HMAC.digest('sha256', @key, "#{id}.#{sent}.#{payload}")
      expected = "v1,#{Base64.strict_encode64(hash)}"
      is_signed = signatures.split(' ').any? { |signature| OpenSSL.secure_compare(signature, expected) }
      raise WebhookVerificationError, 'No matching signature found' unless is_signed

      JSON.parse(payload)
    end
  end
end
