# Receives webhooks. Needs two gems: gem install standardwebhooks webrick
require 'set'
require 'standardwebhooks'
require 'webrick'

port = Integer(ENV.fetch('PORT', '3000'))
webhook = StandardWebhooks::Webhook.new(ENV.fetch('CONNECT_WEBHOOK_SECRET'))
# Of the events that have been handled. Keep them in your database.
handled = Set.new

server = WEBrick::HTTPServer.new(
  BindAddress: 'localhost', Port: port, AccessLog: [],
  Logger: WEBrick::Log.new($stderr, WEBrick::Log::WARN)
)

server.mount_proc '/hooks' do |request, response|
  next response.status = 405 unless request.request_method == 'POST'
  # Connect gives the length of each event. WEBrick reads a chunked body to its end, however long it is.
  next response.status = 411 if request['transfer-encoding']
  next response.status = 413 if request['content-length'].to_i > 64 * 1024

  names = %w[webhook-id webhook-timestamp webhook-signature]
  headers = names.to_h { |name| [name, request[name]] }
  begin
    # The bytes as they were sent: parsed and generated again, they may have another signature.
    event = webhook.verify(request.body.to_s, headers)
  rescue StandardError
    next response.status = 401
  end
  # The same event can come again.
  unless handled.include?(event['id'])
    account = event['data']['account_id']
    puts "sign in again: #{account}" if event['type'] == 'connection.login_required'
    puts "disconnected: #{account}" if event['type'] == 'connection.disconnected'
    handled.add(event['id'])
  end
  response.status = 204
end

$stdout.sync = true
trap('TERM') { server.shutdown }
puts "http://localhost:#{port}"
server.start
