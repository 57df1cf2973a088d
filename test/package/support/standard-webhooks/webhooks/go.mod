module example

go 1.19

require github.com/standard-webhooks/standard-webhooks/libraries v0.0.0

replace github.com/standard-webhooks/standard-webhooks/libraries => ./libraries
