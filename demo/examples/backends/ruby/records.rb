# Lists a person's tax records, and saves the first file.
require 'erb'
require 'json'
require 'net/http'

# Sends a request, and yields the response before its body is read. It follows no redirect.
def ask(path, token)
  address = URI("#{ENV.fetch('CONNECT_BASE_URL')}#{path}")
  headers = { 'Authorization' => "Bearer #{token}", 'Accept-Encoding' => 'identity' }
  request = Net::HTTP::Get.new(address, headers)
  options = { use_ssl: address.scheme == 'https', read_timeout: 60 }
  Net::HTTP.start(address.host, address.port, options) do |http|
    http.request(request) do |answer|
      # Show a button that opens Connect, so that the person connects the account again.
      abort 'Sign in again.' if answer.code == '409'
      abort "Reading failed: #{answer.code}" unless answer.code == '200'
      return yield answer
    end
  end
end

# Returns the records of all pages.
def list_records(token)
  records = []
  query = ''
  loop do
    page = ask("/records?#{query}", token) { |answer| JSON.parse(answer.read_body) }
    records += page['records']
    return records unless page['next_cursor']

    query = URI.encode_www_form(cursor: page['next_cursor'])
  end
end

def save_file(token, record, file, target)
  path = "/records/#{ERB::Util.url_encode(record['id'])}/files/#{ERB::Util.url_encode(file['id'])}"
  ask(path, token) do |answer|
    File.open("#{target}.part", 'wb') { |output| answer.read_body { |part| output.write(part) } }
    # Net::HTTP does not report a body that is shorter than its Content-Length.
    is_part = File.size("#{target}.part") < answer.content_length.to_i
    abort 'Reading failed: the response ended early.' if is_part
  end
  File.rename("#{target}.part", target)
end

# Read it from where you store the connections of your users.
token = ENV.fetch('ACCESS_TOKEN')
records = list_records(token)
records.each { |record| puts "#{record['tax_year']} #{record['name']}" }
with_file = records.find { |record| record['files'].any? }
save_file(token, with_file, with_file['files'].first, 'tax-file') if with_file
