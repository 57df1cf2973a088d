# Needs the gem webrick: `gem install webrick`, or Debian's ruby-webrick.
require 'json'
require 'net/http'
require 'webrick'

folder = ENV.fetch('PUBLIC_DIR', 'public')
port = Integer(ENV.fetch('PORT', '3000'))
origin = ENV.fetch('APP_ORIGIN', "http://localhost:#{port}")

# No access log: the address of a callback has a code in it.
server = WEBrick::HTTPServer.new(
  BindAddress: 'localhost', Port: port, DocumentRoot: folder, AccessLog: [],
  Logger: WEBrick::Log.new($stderr, WEBrick::Log::WARN)
)

server.mount_proc '/callback' do |request, response|
  # Another site must not be able to connect its own account for your user. Old browsers send `Origin` only.
  site = request['Sec-Fetch-Site'] || (request['Origin'] == origin ? 'same-origin' : 'unknown')
  same_origin = site == 'same-origin'
  next response.status = 403 unless request.request_method == 'POST' && same_origin

  code = URI.decode_www_form(request.query_string.to_s).to_h['code']
  body = {
    client_id: ENV.fetch('CONNECT_CLIENT_ID'),
    client_secret: ENV.fetch('CONNECT_CLIENT_SECRET'),
    code: code
  }
  address = URI("#{ENV.fetch('CONNECT_BASE_URL')}/auth/token")
  answer = Net::HTTP.post(address, body.to_json, 'Content-Type' => 'application/json')
  if answer.is_a?(Net::HTTPSuccess)
    tokens = JSON.parse(answer.body)
    # Store tokens['access_token'] with your user, like a password.
    puts "connected #{tokens['account_id']} at #{tokens['provider_id']}"
    response.status = 204
  else
    puts "exchange failed: #{answer.code}"
    response.status = 502
  end
rescue SystemCallError, SocketError, IOError, Timeout::Error, OpenSSL::SSL::SSLError => e
  puts "exchange failed: #{e.class}"
  response.status = 502
end

$stdout.sync = true
trap('TERM') { server.shutdown }
puts "http://localhost:#{port}"
server.start
